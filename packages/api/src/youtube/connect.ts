import { AppError, streamId } from "@nightjar/contract";
import type { StreamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import type { Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import type { Services } from "../context.ts";
import { askForGrant, consentCookie, consentPage, finishConsent, nameAccount, storeGrant, underConsent } from "../grants/index.ts";
import type { Consented } from "../grants/index.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { leaveGrant } from "./leave-grant.ts";
import { UNITS } from "./port.ts";
import type { YtChannel } from "./port.ts";
import { countUnits } from "./quota.ts";
import { YouTubeError, toAsker } from "./reasons.ts";
import { isRedirectTaken } from "./redirect.ts";
import { defineChange } from "../verb.ts";

/** Has to stand, to the letter, among the redirect addresses of the Google client. */
export const youtubeRedirectUri = ({ config }: Pick<Services, "config">) => `${config.publicUrl}/api/auth/youtube/callback`;

const NOT_CONFIGURED =
  "YouTube is not set up in this studio: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, and start it again. Until then a stream key can be given by hand.";

/** Why no account can be connected; null: one can. */
export function missingOf({ config, grantProviders }: Pick<Services, "config" | "grantProviders">): string | null {
  if (!grantProviders.google.isConfigured) return NOT_CONFIGURED;
  return isRedirectTaken(config.publicUrl) ? null : notTakenText(new URL(config.publicUrl).origin);
}
const notTakenText = (origin: string) =>
  `Google sends nobody back to ${origin}: set PUBLIC_URL to an https address with a public domain name, or to one that begins with http://127.0.0.1 or http://localhost, and start the studio again. Until then a stream key can be given by hand.`;

/** Leads to Google's page of consent, for one stream. */
export const connectYoutube = defineChange({
  name: "youtube.connect",
  access: "approved",
  input: z.object({ streamId }),
  output: z.object({ authUrl: z.string(), cookie: z.string() }),
  tellsToken: true,
  entity: "streams",
  subject: (input) => input.streamId,
  commit(tx, { ctx, input }) {
    const { clock, config, grantProviders, secrets } = ctx.services;
    assertStream(tx, input.streamId);
    const missing = missingOf(ctx.services);
    if (missing !== null) throw new AppError("unavailable", missing);
    const { authUrl, browserNonce } = askForGrant(tx, grantProviders.google, secrets, {
      ...{ service: "google", purpose: input.streamId, nowMs: clock.nowMs() },
      ...{ userId: ctx.principal.user.id, browserNonce: ctx.request.browserNonce, redirectUri: youtubeRedirectUri(ctx.services) },
    });
    // The stream's changes show who was sent away.
    changed(tx, "history", input.streamId, "never");
    return { authUrl, cookie: consentCookie(browserNonce, config.publicUrl) };
  },
});

const text = z.string().max(4000).optional();

/** Where Google sends the browser back to. Who comes is known by the state and the browser's nonce: our session's cookie mostly does not come along. */
export const finishYoutubeConnect = defineChange({
  name: "youtube.callback",
  access: "public",
  fromAnywhere: true,
  input: z.object({ state: text, code: text, error: text }),
  output: consentPage,
  entity: "streams",
  prepare: ({ ctx: { services, request }, input }) =>
    underConsent(services, "google", async () => {
      const redirectUri = youtubeRedirectUri(services);
      const consented = await finishConsent(services, { service: "google", query: input, browserNonce: request.browserNonce, redirectUri });
      return { ...consented, id: streamId.parse(consented.purpose), channels: await channelsBy(services, consented.tokens.accessToken) };
    }),
  release: ({ endConsent }) => endConsent(),
  commit: (tx, { ctx, prepared }) => keep(tx, ctx.services, prepared),
  subject: (_input, _kept, consented) => consented?.id ?? null,
  by: ({ userId }) => userId,
  after: () => ({ title: "Connected", sentence: "You can close this window.", message: "youtube-auth-success" }),
});

const OTHER_ACCOUNT =
  "This is another Google account than that of the stream's channel. Close this window and choose that account, or disconnect the stream first.";

const UNCHECKED =
  "YouTube did not say whether this Google account has the stream's channel, so nothing was changed. Close this window and try again in some minutes.";

/** The account, by its channel, where YouTube says it now; null: it is named when a channel is chosen. @throws AppError 409 where the stream's channel is not its own; where that cannot be checked, why */
function accountFor(chosen: string | null, channels: Kept["channels"]): string | null {
  if (channels instanceof AppError) {
    // What is live would be asked for, and ended, by the leave of somebody else.
    if (chosen !== null) throw unchecked(channels);
    return null;
  }
  if (chosen !== null && !channels.some((channel) => channel.id === chosen)) throw new AppError("conflict", OTHER_ACCOUNT);
  return channels[0]?.id ?? null;
}

/** @returns the error where YouTube does not say. @throws YouTubeError where it does not let us in: the leave that somebody has just given is too little */
async function channelsBy(services: Services, accessToken: string): Promise<Kept["channels"]> {
  try {
    countUnits(services, UNITS.channels);
    return await services.youtube.channels(accessToken);
  } catch (error) {
    if (!(error instanceof AppError) || (error instanceof YouTubeError && error.consequence === "reconnect")) throw error;
    return error;
  }
}

/** What is over in minutes needs nothing done but another try; all else has a sentence of its own that says what to do. */
function unchecked(error: AppError): AppError {
  const isOverSoon = !(error instanceof YouTubeError) || error.consequence === "again" || error.consequence === "slower";
  if (isOverSoon) return new AppError("unavailable", UNCHECKED, { cause: error });
  return new AppError(error.code, `${toAsker(error.message)} Nothing was changed.`, { cause: error });
}

interface Kept extends Consented {
  readonly id: StreamId;
  /** The account's; an error: YouTube did not say. */
  readonly channels: readonly YtChannel[] | AppError;
}

/** @throws AppError 404 when the stream is gone; as `accountFor` */
function keep(tx: Tx, { clock, secrets }: Services, { channels, id, tokens, userId }: Kept): Pick<Kept, "userId"> {
  const nowMs = clock.nowMs();
  const { ytChannelId, ytGrantId: before } = streams;
  const stream = tx.select({ ytChannelId, before }).from(streams).where(eq(streams.id, id)).get();
  if (!stream) throw new AppError("not-found", "The stream that this was for is gone.");
  // Somebody else may have chosen a channel while YouTube was asked.
  const account = accountFor(stream.ytChannelId, channels);
  const ytGrantId = storeGrant(tx, secrets, { service: "google", grantedBy: userId, tokens, nowMs });
  tx.update(streams).set({ ytGrantId }).where(eq(streams.id, id)).run();
  if (account !== null) nameAccount(tx, ytGrantId, account);
  leaveGrant(tx, stream.before, new Date(nowMs));
  changed(tx, "streams", id, "never");
  return { userId };
}
