import { AppError, streamId } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed, commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { askForGrant, consentCookie, consentPage, finishConsent, nameAccount, storeGrant } from "../grants/index.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { leaveGrant } from "./leave-grant.ts";
import { UNITS } from "./port.ts";
import { countUnits } from "./quota.ts";
import { defineAct, defineChange } from "../verb.ts";

/** Has to stand, to the letter, among the redirect addresses of the Google client. */
export const youtubeRedirectUri = ({ config }: Pick<Services, "config">) => `${config.publicUrl}/api/auth/youtube/callback`;

export const NOT_CONFIGURED =
  "YouTube is not set up in this studio: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, and start it again. Until then a stream key can be given by hand.";

/** Leads to Google's page of consent, for one stream. */
export const connectYoutube = defineChange({
  name: "youtube.connect",
  access: "approved",
  input: z.object({ streamId }),
  output: z.object({ authUrl: z.string(), cookie: z.string() }),
  entity: "streams",
  subject: (input) => input.streamId,
  commit(tx, { ctx, input }) {
    const { clock, config, grantProviders, secrets } = ctx.services;
    assertStream(tx, input.streamId);
    if (!grantProviders.google.isConfigured) throw new AppError("unavailable", NOT_CONFIGURED);
    const { authUrl, browserNonce } = askForGrant(tx, grantProviders.google, secrets, {
      ...{ service: "google", purpose: input.streamId, nowMs: clock.nowMs() },
      ...{ userId: ctx.principal.user.id, browserNonce: ctx.request.browserNonce, redirectUri: youtubeRedirectUri(ctx.services) },
    });
    return { authUrl, cookie: consentCookie(browserNonce, config.publicUrl) };
  },
});

const text = z.string().max(4000).optional();

/** Where Google sends the browser back to. Who comes is known by the state and the browser's nonce: our session's cookie mostly does not come along. */
export const finishYoutubeConnect = defineAct({
  name: "youtube.callback",
  access: "public",
  fromAnywhere: true,
  input: z.object({ state: text, code: text, error: text }),
  output: consentPage,
  async act({ ctx, input }) {
    const { services, request } = ctx;
    const redirectUri = youtubeRedirectUri(services);
    const consented = await finishConsent(services, { service: "google", query: input, browserNonce: request.browserNonce, redirectUri });
    if (consented.sentence !== null) return { title: "Not connected", sentence: consented.sentence, message: null };
    const whose = await askWhose(services, consented);
    if (whose.isOther) return { title: "Not connected", sentence: OTHER_ACCOUNT, message: null };
    const isStored = keep(services, consented, whose.account);
    if (!isStored) return { title: "Not connected", sentence: "The stream that this was for is gone.", message: null };
    return { title: "Connected", sentence: "You can close this window.", message: "youtube-auth-success" };
  },
});

type Consent = Extract<Awaited<ReturnType<typeof finishConsent>>, { sentence: null }>;

const OTHER_ACCOUNT =
  "This is another Google account than that of the stream's channel. Close this window and choose that account, or disconnect the stream first.";

/** The account, by its channel, where YouTube says it now; else it is asked when the channels are listed. */
async function askWhose(services: Services, { purpose, tokens }: Consent): Promise<{ account: string | null; isOther: boolean }> {
  const id = streamId.parse(purpose);
  const chosen = services.db.select({ id: streams.ytChannelId }).from(streams).where(eq(streams.id, id)).get()?.id ?? null;
  try {
    countUnits(services, UNITS.channels);
    const channels = await services.youtube.channels(tokens.accessToken);
    const isOther = chosen !== null && channels.length > 0 && !channels.some((channel) => channel.id === chosen);
    return { account: channels[0]?.id ?? null, isOther };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { account: null, isOther: false };
  }
}

/** @returns false when the stream is gone */
function keep(services: Services, { userId, purpose, tokens }: Consent, account: string | null): boolean {
  const { clock, secrets } = services;
  const nowMs = clock.nowMs();
  const id = streamId.parse(purpose);
  return commit(services, (tx) => {
    const stream = tx.select({ ytGrantId: streams.ytGrantId }).from(streams).where(eq(streams.id, id)).get();
    if (!stream) return false;
    const ytGrantId = storeGrant(tx, secrets, { service: "google", grantedBy: userId, tokens, nowMs });
    tx.update(streams).set({ ytGrantId }).where(eq(streams.id, id)).run();
    if (account !== null) nameAccount(tx, ytGrantId, account);
    leaveGrant(tx, stream.ytGrantId, new Date(nowMs));
    changed(tx, "streams", id, "never");
    return true;
  });
}
