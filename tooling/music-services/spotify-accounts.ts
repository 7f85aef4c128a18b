import { createHash } from "node:crypto";
import type { Call, Reply } from "./stand-in.ts";

/** Spotify's accounts service: PKCE to the letter. */
export interface SpotifyAccounts {
  consent(call: Call): Reply;
  token(call: Call): Reply;
  /** What an access token may do; null: it is none, or has expired. */
  scopesOf(accessToken: string): ReadonlySet<string> | null;
  grantAccess(): string;
  expire(what: "access" | "refresh"): void;
}

const ALL = "playlist-read-private playlist-read-collaborative";
const refused = (error: string, description = error): Reply => ({ status: 400, body: { error, error_description: description } });

export function createSpotifyAccounts(clientId: string): SpotifyAccounts {
  const codes = new Map<string, { readonly challenge: string; readonly redirectUri: string; readonly scope: string }>();
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  let count = 0;
  let refreshes = 0;

  const accessToken = (scope: string) => {
    const token = `access-${++count}`;
    access.set(token, scope);
    return token;
  };
  /** @param keeps the refresh token stays, and is not told again */
  const tokens = (scope: string, keeps = false): Reply => {
    const refreshToken = `refresh-${++count}`;
    if (!keeps) refresh.set(refreshToken, scope);
    const body = { access_token: accessToken(scope), token_type: "Bearer", scope, expires_in: 3600 };
    return { body: keeps ? body : { ...body, refresh_token: refreshToken } };
  };
  const refreshed = (token: string): Reply => {
    const scope = refresh.get(token);
    if (scope === undefined) return refused("invalid_grant", "Refresh token revoked");
    // Some answers carry a new one, and some none: the old one is good then.
    const keeps = ++refreshes % 2 === 1;
    if (!keeps) refresh.delete(token);
    return tokens(scope, keeps);
  };
  const exchanged = (form: URLSearchParams): Reply => {
    const code = form.get("code") ?? "";
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight = asked && asked.challenge === challenge && asked.redirectUri === form.get("redirect_uri");
    return isRight ? tokens(asked.scope) : refused("invalid_grant", "Invalid authorization code");
  };
  return {
    consent({ method, url }) {
      const of = (name: string) => url.searchParams.get(name) ?? "";
      const redirectUri = of("redirect_uri");
      const isLoopback = /^http:\/\/127\.0\.0\.1:\d+\//.test(redirectUri);
      if (method !== "GET") return { status: 405 };
      if (of("client_id") !== clientId || of("response_type") !== "code") return { status: 400, body: "INVALID_CLIENT: Invalid client" };
      if (!isLoopback && !redirectUri.startsWith("https://")) return { status: 400, body: "INVALID_CLIENT: Insecure redirect URI" };
      if (of("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(of("code_challenge")))
        return { status: 400, body: "code_challenge must be given" };
      const unknown = of("scope")
        .split(" ")
        .find((scope) => scope !== "" && !ALL.split(" ").includes(scope));
      if (unknown !== undefined) return { status: 400, body: "INVALID_SCOPE: Invalid scope" };
      const code = `code-${++count}`;
      codes.set(code, { challenge: of("code_challenge"), redirectUri, scope: of("scope") });
      return { status: 303, headers: { location: `${redirectUri}?${new URLSearchParams({ code, state: of("state") }).toString()}` } };
    },
    token({ method, body, headers }) {
      if (method !== "POST") return { status: 405 };
      if (!headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return { status: 415 };
      const form = new URLSearchParams(body);
      if (form.get("client_id") !== clientId) return refused("invalid_client", "Invalid client");
      const grantType = form.get("grant_type");
      if (grantType === "refresh_token") return refreshed(form.get("refresh_token") ?? "");
      return grantType === "authorization_code" ? exchanged(form) : refused("unsupported_grant_type");
    },
    scopesOf(token) {
      const scope = access.get(token);
      return scope === undefined ? null : new Set(scope.split(" "));
    },
    grantAccess: () => accessToken(ALL),
    expire(what) {
      access.clear();
      if (what === "refresh") refresh.clear();
    },
  };
}
