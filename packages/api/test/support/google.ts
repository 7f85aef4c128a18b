import { AppError, type GrantId, streamId } from "@nightjar/contract";
import { grants, streams } from "@nightjar/db";
import { notConnected } from "../../src/grants/consent-page.ts";
import type { GrantedTokens } from "../../src/grants/port.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { connectYoutube, finishYoutubeConnect } from "../../src/youtube/connect.ts";
import { type As, type Studio, openStudio } from "./call-verb.ts";

export const HOUR_MS = 3_600_000;
export const START_MS = Date.UTC(2026, 10, 1);

/** At `START_MS`; the Google accounts that are connected in it have no channel. */
export async function openAtGoogle(): Promise<Studio> {
  const studio = await openStudio();
  studio.ports.clock.set(START_MS);
  studio.ports.youtube.channels = async () => [];
  return studio;
}

export const tokens = (name: string, more: Partial<GrantedTokens> = {}): GrantedTokens => ({
  ...{ accessToken: `access-${name}`, refreshToken: `refresh-${name}`, expiresInMs: HOUR_MS },
  ...more,
});

export const google = ({ ports }: Studio) => ports.grantProviders.google;
export const newStream = async (studio: Studio, title = "Night") => (await studio.callVerb(createStream, { title })).id;
export const grantIds = ({ services }: Studio) =>
  services.db
    .select({ id: grants.id })
    .from(grants)
    .all()
    .map(({ id }) => id);
export const grantOf = ({ services }: Studio, id: string) =>
  services.db
    .select()
    .from(streams)
    .all()
    .find((row) => row.id === id)?.ytGrantId ?? null;

/** A browser that was sent to Google. */
export async function sent(studio: Studio, id: string, as: As = "staff") {
  const { authUrl, cookie } = await studio.callVerb(connectYoutube, { streamId: streamId.parse(id) }, as);
  const asked = new URL(authUrl).searchParams;
  const browserNonce = /^nightjar_consent=([^;]+);/.exec(cookie)?.[1] ?? "";
  return { asked, cookie, browserNonce, state: asked.get("state") ?? "" };
}

export const back = (studio: Studio, state: string, browserNonce: string | undefined, more: object = { code: "code" }) =>
  studio
    .callVerb(finishYoutubeConnect, { state, ...more }, { token: "", ...(browserNonce === undefined ? {} : { browserNonce }) })
    .catch(refusedPage);

/** What it shows. */
function refusedPage(error: unknown) {
  if (error instanceof AppError) return notConnected(error.message);
  throw error;
}

/** An account whose tokens are called so lets us in, for a new stream unless one is named. */
export async function connectGoogle(studio: Studio, name: string, id?: string): Promise<GrantId> {
  const stream = id ?? (await newStream(studio));
  google(studio).exchange = async () => tokens(name);
  const { state, browserNonce } = await sent(studio, stream);
  await back(studio, state, browserNonce);
  const grant = grantOf(studio, stream);
  if (grant === null) throw new Error("not connected");
  return grant;
}
