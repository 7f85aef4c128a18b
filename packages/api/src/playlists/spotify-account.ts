import { AppError, SPOTIFY_CONNECTION, spotifyStatus } from "@nightjar/contract";
import type { GrantId } from "@nightjar/contract";
import { STREAM_SETTINGS_ID, streamSettings } from "@nightjar/db";
import type { Db, Tx } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { changed } from "../changes.ts";
import type { Services } from "../context.ts";
import {
  LOST_TEXT,
  askForGrant,
  consentCookie,
  consentPage,
  endGrant,
  finishConsent,
  nameAccount,
  readGrant,
  storeGrant,
} from "../grants/index.ts";
import type { Catalogue, TokenSource } from "../ports.ts";
import { defineChange, defineVerb } from "../verb.ts";

const SUBJECT = String(STREAM_SETTINGS_ID);
export const NOT_CONFIGURED =
  "Spotify is not set up in this studio: set SPOTIFY_CLIENT_ID, and start it again. Until then a playlist can be imported from a CSV file.";
export const NOT_CONNECTED = "No Spotify account is connected. Connect one first, or import the playlist from a CSV file.";

// Who it is may not see the same playlists.
const OTHER_ACCOUNT = "Spotify was connected anew meanwhile, perhaps to another account. Try it once more.";

const redirectUriOf = ({ config }: Pick<Services, "config">) => `${config.publicUrl}/api/auth/spotify/callback`;

const settingsOf = (db: Db | Tx) =>
  db
    .select({ grantId: streamSettings.spotifyGrantId, name: streamSettings.spotifyAccountName })
    .from(streamSettings)
    .where(eq(streamSettings.id, STREAM_SETTINGS_ID))
    .get() ?? { grantId: null, name: null };

type Needs = Pick<Services, "accessTokens" | "db" | "grantProviders">;

/** For all calls of one undertaking: who connects its account anew meanwhile lets it go on. @throws AppError when nobody is connected */
export function tokenSource(services: Needs): TokenSource {
  const begunBy = grantNow(services);
  return async (refused) => {
    const { account, id } = grantNow(services);
    const isSame = id === begunBy.id || (account !== null && account === begunBy.account);
    if (!isSame) throw new AppError("conflict", OTHER_ACCOUNT);
    return services.accessTokens.of(id, refused);
  };
}

/** With whose it is; null: Spotify did not say. */
function grantNow({ db, grantProviders }: Needs): { readonly id: GrantId; readonly account: string | null } {
  if (!grantProviders.spotify.isConfigured) throw new AppError("unavailable", NOT_CONFIGURED);
  const { grantId: id } = settingsOf(db);
  if (id === null) throw new AppError("conflict", NOT_CONNECTED);
  return { id, account: readGrant(db, id)?.account ?? null };
}

export const getSpotify = defineVerb({
  name: "spotify.status",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: spotifyStatus,
  run({ ctx: { services } }) {
    const { grantId, name } = settingsOf(services.db);
    const grant = grantId === null ? null : readGrant(services.db, grantId);
    return {
      isConfigured: services.grantProviders.spotify.isConfigured,
      isConnected: grant !== null,
      accountName: grant === null ? null : name,
      notice: grant?.lostAt ? LOST_TEXT.spotify : null,
      redirectUri: redirectUriOf(services),
    };
  },
});

export const connectSpotify = defineChange({
  name: "spotify.connect",
  access: "approved",
  input: z.void(),
  output: z.object({ authUrl: z.string(), cookie: z.string() }),
  tellsToken: true,
  commit(tx, { ctx }) {
    const { clock, config, grantProviders, secrets } = ctx.services;
    if (!grantProviders.spotify.isConfigured) throw new AppError("unavailable", NOT_CONFIGURED);
    const { authUrl, browserNonce } = askForGrant(tx, grantProviders.spotify, secrets, {
      ...{ service: "spotify", purpose: "studio", nowMs: clock.nowMs() },
      ...{ userId: ctx.principal.user.id, browserNonce: ctx.request.browserNonce, redirectUri: redirectUriOf(ctx.services) },
    });
    return { authUrl, cookie: consentCookie(browserNonce, config.publicUrl) };
  },
});

const text = z.string().max(4000).optional();

/** Where Spotify sends the browser back to. */
export const finishSpotifyConnect = defineChange({
  name: "spotify.callback",
  access: "public",
  fromAnywhere: true,
  input: z.object({ state: text, code: text, error: text }),
  output: consentPage,
  entity: "settings",
  async prepare({ ctx: { services, request }, input }) {
    const redirectUri = redirectUriOf(services);
    const consented = await finishConsent(services, { service: "spotify", query: input, browserNonce: request.browserNonce, redirectUri });
    // Whose it is, is nice to know, and no reason to refuse; that Spotify does not let it in is one.
    const account = await services.spotify.account(async () => consented.tokens.accessToken).catch(nullUnlessRefused);
    return { ...consented, account };
  },
  commit(tx, { ctx, prepared: { account, tokens, userId } }) {
    const { clock, secrets } = ctx.services;
    const nowMs = clock.nowMs();
    const { grantId: before } = settingsOf(tx);
    const id = storeGrant(tx, secrets, { service: "spotify", grantedBy: userId, tokens, nowMs });
    putGrant(tx, id, account?.name ?? account?.id ?? null);
    if (before !== null) endGrant(tx, before, new Date(nowMs));
    if (account) nameAccount(tx, id, account.id);
    return { before, userId };
  },
  subject: () => SUBJECT,
  by: ({ userId }) => userId,
  async after({ ctx, committed: { before } }) {
    if (before !== null) await ctx.services.accessTokens.giveBack(before);
    return { title: "Connected", sentence: "You can close this window.", message: "spotify-auth-success" };
  },
});

function nullUnlessRefused(error: unknown): null {
  if (error instanceof AppError && error.code === "conflict") throw error;
  return null;
}

export const disconnectSpotify = defineChange({
  name: "spotify.disconnect",
  access: "approved",
  input: z.void(),
  output: z.null(),
  entity: "settings",
  subject: () => SUBJECT,
  commit(tx, { ctx }) {
    const { grantId } = settingsOf(tx);
    if (grantId !== null) endGrant(tx, grantId, new Date(ctx.services.clock.nowMs()));
    putGrant(tx, null, null);
    return grantId;
  },
  async after({ ctx, committed }) {
    if (committed !== null) await ctx.services.accessTokens.giveBack(committed);
    return null;
  },
});

function putGrant(tx: Tx, spotifyGrantId: GrantId | null, spotifyAccountName: string | null): void {
  const values = { spotifyGrantId, spotifyAccountName };
  tx.insert(streamSettings)
    .values({ id: STREAM_SETTINGS_ID, ...values })
    .onConflictDoUpdate({ target: streamSettings.id, set: values })
    .run();
  changed(tx, "settings", SUBJECT, "never");
  // The screens of playlists are told by the entity that they read.
  changed(tx, "playlists", SPOTIFY_CONNECTION, "never");
}

/** The connected account's catalogue, after those that need none. */
export const spotifyCatalogue = (services: () => Services): Catalogue => ({
  name: "spotify",
  isOpen() {
    const { db, grantProviders } = services();
    const { grantId } = settingsOf(db);
    return grantProviders.spotify.isConfigured && grantId !== null && readGrant(db, grantId)?.lostAt === null;
  },
  find: (isrc, signal) => services().spotify.find(tokenSource(services()), isrc, signal),
});
