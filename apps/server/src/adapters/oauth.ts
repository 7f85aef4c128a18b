import { GrantError } from "@nightjar/api";
import type { GrantProvider, GrantProviders, GrantedTokens } from "@nightjar/api";
import { z } from "zod";
import type { Config } from "../config.ts";
import { type ForeignAnswer, UnreachableError, callForeign } from "./foreign-call.ts";

/** One service's addresses and habits. */
interface OAuthService {
  readonly name: string;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** The variables to set, for the sentence that asks for them. */
  readonly variables: string;
  readonly authUrl: string;
  readonly tokenUrl: string;
  /** null: it knows no such call. */
  readonly revokeUrl: string | null;
  readonly scopes: readonly string[];
  /** What its page of consent is told besides. */
  readonly extra: Readonly<Record<string, string>>;
  /** What to do where it refuses us for how we are registered. */
  readonly registration: string;
}

export function createGrantProviders(config: Config): GrantProviders {
  return { google: createProvider(google(config)), spotify: createProvider(spotify(config)) };
}

/** developers.google.com/youtube/v3/live/guides/auth/server-side-web-apps */
const google = (config: Config): OAuthService => ({
  ...{ name: "Google", clientId: config.GOOGLE_CLIENT_ID, clientSecret: config.GOOGLE_CLIENT_SECRET },
  variables: "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET",
  ...{ authUrl: config.GOOGLE_AUTH_URL, tokenUrl: config.GOOGLE_TOKEN_URL, revokeUrl: config.GOOGLE_REVOKE_URL },
  scopes: ["https://www.googleapis.com/auth/youtube"],
  // Without consent Google gives a refresh token only the first time an account says yes.
  extra: { access_type: "offline", prompt: "consent", include_granted_scopes: "false" },
  registration: "Look in the Google Cloud console, Credentials",
});

/** developer.spotify.com/documentation/web-api/tutorials/code-pkce-flow */
const spotify = (config: Config): OAuthService => ({
  ...{ name: "Spotify", clientId: config.SPOTIFY_CLIENT_ID, clientSecret: config.SPOTIFY_CLIENT_SECRET },
  variables: "SPOTIFY_CLIENT_ID",
  ...{ authUrl: `${config.SPOTIFY_ACCOUNTS_ROOT}/authorize`, tokenUrl: `${config.SPOTIFY_ACCOUNTS_ROOT}/api/token`, revokeUrl: null },
  scopes: ["playlist-read-private", "playlist-read-collaborative"],
  extra: {},
  registration: "Look in the Spotify developer dashboard, Settings",
});

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive().optional(),
});
const errorAnswer = z.object({ error: z.string(), error_description: z.string().optional() });

export function createProvider(service: OAuthService): GrantProvider {
  const { name, clientId, clientSecret } = service;
  const client = () => {
    if (clientId === undefined) throw new GrantError("not-configured", `${name} is not set up in this studio: set ${service.variables}.`);
    return { client_id: clientId, ...(clientSecret === undefined ? {} : { client_secret: clientSecret }) };
  };
  return {
    isConfigured: clientId !== undefined,
    authorizeUrl({ redirectUri, state, challenge }) {
      const url = new URL(service.authUrl);
      const asked = { response_type: "code", client_id: client().client_id, redirect_uri: redirectUri, scope: service.scopes.join(" ") };
      const proof = { state, code_challenge: challenge, code_challenge_method: "S256" };
      for (const [key, value] of Object.entries({ ...asked, ...proof, ...service.extra })) url.searchParams.set(key, value);
      return url.href;
    },
    exchange: async ({ code, verifier, redirectUri }) =>
      askForTokens(service, { ...client(), grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirectUri }),
    refresh: async (refreshToken) => askForTokens(service, { ...client(), grant_type: "refresh_token", refresh_token: refreshToken }),
    revoke: service.revokeUrl === null ? null : (token) => revoke(service, service.revokeUrl ?? "", token),
  };
}

async function post({ name }: OAuthService, url: string, fields: Readonly<Record<string, string>>): Promise<ForeignAnswer> {
  try {
    return await callForeign(url, { method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams(fields) });
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    throw new GrantError("unreachable", `${name} could not be reached. Look at the studio's internet connection and try again.`, {
      cause: error,
    });
  }
}

async function askForTokens(service: OAuthService, fields: Readonly<Record<string, string>>): Promise<GrantedTokens> {
  const answer = await post(service, service.tokenUrl, fields);
  if (answer.status !== 200) throw refusal(service, answer);
  const tokens = tokenAnswer.safeParse(answer.json);
  if (!tokens.success) throw new GrantError("refused", `${service.name} answered something that is no token. Try again later.`);
  const { access_token: accessToken, refresh_token: refreshToken = null, expires_in: seconds } = tokens.data;
  return { accessToken, refreshToken, expiresInMs: seconds === undefined ? null : seconds * 1000 };
}

/** One that the service does not know any more is as good as revoked. */
async function revoke(service: OAuthService, url: string, token: string): Promise<void> {
  const answer = await post(service, url, { token });
  if (answer.status === 200) return;
  if (errorAnswer.safeParse(answer.json).data?.error === "invalid_token") return;
  throw refusal(service, answer);
}

/** RFC 6749, 5.2. */
function refusal({ name, variables, registration }: OAuthService, { status, json }: ForeignAnswer): GrantError {
  const { error } = errorAnswer.safeParse(json).data ?? { error: null };
  if (error === "invalid_grant")
    return new GrantError("lost", `${name} does not accept this connection any more. Connect the account again.`);
  if (error === "invalid_client" || error === "unauthorized_client") {
    return new GrantError("refused", `${name} does not know this studio. ${registration}, and compare ${variables}.`);
  }
  if (error === "redirect_uri_mismatch") {
    return new GrantError("refused", `${name} does not know the address it is to come back to. ${registration}, and add it.`);
  }
  if (status >= 500 || status === 429) return new GrantError("unreachable", `${name} cannot answer at the moment. Try again in a minute.`);
  return new GrantError(
    "refused",
    `${name} refused the connection (${error?.replaceAll(/[^\w.-]/g, "") ?? status}). Connect the account again.`,
  );
}
