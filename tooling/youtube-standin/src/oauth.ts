import { createHash, randomBytes } from "node:crypto";
import type { Answer } from "./calls.ts";
import type { World } from "./world.ts";

export interface Client {
  readonly id: string;
  readonly secret: string;
}

const refuse = (error: string, status = 400): Answer => ({ status, body: { error, error_description: error } });

const ACCESS_SECONDS = 3599;
const SCOPE = "https://www.googleapis.com/auth/youtube";

/** A client may have any address that Google lets one have: https at a public domain name, or this machine. developers.google.com/identity/protocols/oauth2/web-server#uri-validation */
function isRegistrable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, protocol } = new URL(address);
  if (["127.0.0.1", "[::1]", "localhost"].includes(hostname)) return true;
  const isPublic =
    /\.[a-z][\da-z-]*$/.test(hostname) &&
    !/\.(corp|home|internal|intranet|invalid|lan|local|localdomain|localhost|private|test)$/.test(hostname);
  return protocol === "https:" && isPublic;
}

/** The page of consent, on which everybody says yes at once. developers.google.com/identity/protocols/oauth2/web-server */
export function authorise(world: World, client: Client, query: URLSearchParams, account: string): Answer {
  const redirectUri = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== client.id) return refuse("invalid_client", 401);
  if (!isRegistrable(redirectUri)) return refuse("redirect_uri_mismatch");
  if (query.get("response_type") !== "code" || !query.get("scope")?.split(" ").includes(SCOPE)) return refuse("invalid_request");
  if (query.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(query.get("code_challenge") ?? ""))
    return refuse("invalid_request");
  const back = new URL(redirectUri);
  back.searchParams.set("state", query.get("state") ?? "");
  if (account === "nobody") back.searchParams.set("error", "access_denied");
  else {
    const code = randomBytes(16).toString("hex");
    // Without offline access there is no refresh token; without consent there is one the first time alone.
    const isOffline = query.get("access_type") === "offline" && query.get("prompt") === "consent";
    world.codes.set(code, {
      account: isOffline ? account : `${account} online`,
      challenge: query.get("code_challenge") ?? "",
      redirectUri,
    });
    back.searchParams.set("code", code);
    back.searchParams.set("scope", SCOPE);
  }
  return { status: 302, body: null, location: back.href };
}

export function token(world: World, client: Client, form: URLSearchParams): Answer {
  if (form.get("client_id") !== client.id || form.get("client_secret") !== client.secret) return refuse("invalid_client", 401);
  const grantType = form.get("grant_type");
  if (grantType === "refresh_token") return refreshed(world, form.get("refresh_token") ?? "");
  if (grantType !== "authorization_code") return refuse("unsupported_grant_type");
  const code = form.get("code") ?? "";
  const known = world.codes.get(code);
  world.codes.delete(code);
  if (!known) return refuse("invalid_grant");
  if (form.get("redirect_uri") !== known.redirectUri) return refuse("redirect_uri_mismatch");
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  if (challenge !== known.challenge) return refuse("invalid_grant");
  const [account = "", online] = known.account.split(" ");
  const named = world.accounts.get(account);
  if (named) named.isRevoked = false;
  const refreshToken = `1//${randomBytes(16).toString("hex")}`;
  if (online === undefined) world.refreshTokens.set(refreshToken, account);
  return { status: 200, body: { ...accessFor(world, account), ...(online === undefined ? { refresh_token: refreshToken } : {}) } };
}

function refreshed(world: World, refreshToken: string): Answer {
  const account = world.refreshTokens.get(refreshToken);
  if (account === undefined || world.accounts.get(account)?.isRevoked !== false) return refuse("invalid_grant");
  return { status: 200, body: accessFor(world, account) };
}

function accessFor(world: World, account: string) {
  const accessToken = `ya29.${randomBytes(16).toString("hex")}`;
  world.accessTokens.set(accessToken, { account, expiresAtMs: world.nowMs() + ACCESS_SECONDS * 1000 });
  return { access_token: accessToken, expires_in: ACCESS_SECONDS, scope: SCOPE, token_type: "Bearer" };
}

/** Ends all that the account gave this client, whichever of its tokens is told. */
export function revoke(world: World, form: URLSearchParams): Answer {
  const told = form.get("token") ?? "";
  const account = world.refreshTokens.get(told) ?? world.accessTokens.get(told)?.account;
  if (account === undefined) return refuse("invalid_token");
  for (const [one, of] of world.refreshTokens) if (of === account) world.refreshTokens.delete(one);
  for (const [one, { account: of }] of world.accessTokens) if (of === account) world.accessTokens.delete(one);
  return { status: 200, body: {} };
}
