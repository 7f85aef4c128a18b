import { AppError, type GrantId } from "@nightjar/contract";
import type { Db } from "@nightjar/db";
import type { AccessTokens } from "../grants/access-tokens.ts";
import type { Clock } from "../ports.ts";
import { countUnits, spendDay } from "./quota.ts";
import type { YouTubeApi } from "./port.ts";
import { UNITS } from "./port.ts";
import { YouTubeError, toAsker } from "./reasons.ts";

export interface AskNeeds {
  readonly accessTokens: AccessTokens;
  readonly clock: Clock;
  readonly db: Db;
  readonly youtube: YouTubeApi;
}

/**
 * One call of the API by a grant, counted. A token that YouTube does not take any more is made anew, once; only then is a refusal one.
 * @throws YouTubeError, GrantError
 */
export async function askYouTube<T>(
  { accessTokens, ...needs }: AskNeeds,
  grant: GrantId | null,
  method: keyof YouTubeApi,
  call: (api: YouTubeApi, token: string) => Promise<T>,
): Promise<T> {
  if (grant === null) throw new AppError("conflict", NO_ACCOUNT);
  const token = await accessTokens.of(grant);
  const attempt = async (by: string) => {
    countUnits(needs, UNITS[method]);
    // What was stored before this call, so that it can be found again, is there after a power cut too.
    await needs.db.flushed();
    const sentAtMs = needs.clock.nowMs();
    try {
      return await call(needs.youtube, by);
    } catch (error) {
      if (error instanceof YouTubeError && error.consequence === "quota") spendDay(needs, sentAtMs);
      throw error;
    }
  };
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof YouTubeError) || !isOfToken(error)) throw error;
    return attempt(await accessTokens.of(grant, token));
  }
}

const NOT_LET_IN = 401;
/** Whatever reason stands beside it, or none, but for an account without a channel: that has none by another token either. */
const isOfToken = ({ reason, status }: YouTubeError) => status === NOT_LET_IN && reason !== "youtubeSignupRequired";
export const NO_ACCOUNT = "No Google account is connected to this stream. Connect one first.";

/** Says to whoever asked for it why it was not done. @throws AppError */
export async function forAsker<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof YouTubeError ? new AppError(error.code, toAsker(error.message), { cause: error }) : error;
  }
}
