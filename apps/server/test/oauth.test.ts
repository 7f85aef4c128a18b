import { GrantError } from "@nightjar/api";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createGrantProviders } from "../src/adapters/oauth.ts";
import { readConfig } from "../src/config.ts";
import { startTestServer } from "./support/server.ts";

interface Said {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}
let next: { status: number; body: string } = { status: 200, body: "{}" };
const said: Said[] = [];
const service = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk: Buffer) => (text += chunk.toString()));
  request.on("end", () => {
    said.push({ path: request.url ?? "", fields: Object.fromEntries(new URLSearchParams(text)) });
    response.writeHead(next.status, { "content-type": "application/json" }).end(next.body);
  });
});
let root = "";
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done));
  root = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((done) => void (service.closeAllConnections(), service.close(() => done()))));
beforeEach(() => void (said.length = 0));

const env = () => ({
  ...{ GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "hush", GOOGLE_AUTH_URL: `${root}/auth` },
  ...{ GOOGLE_TOKEN_URL: `${root}/token`, GOOGLE_REVOKE_URL: `${root}/revoke`, SPOTIFY_CLIENT_ID: "public", SPOTIFY_ACCOUNTS_ROOT: root },
});
const providers = () => createGrantProviders(readConfig(env()));
const answer = (status: number, body: object | string) =>
  void (next = { status, body: typeof body === "string" ? body : JSON.stringify(body) });
const failing = async (work: Promise<unknown>): Promise<GrantError> => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (error instanceof GrantError) return error;
  throw new Error("it was not refused");
};

describe("the OAuth client", () => {
  it("sends to Google's page with all that a refresh token needs, and to Spotify's", () => {
    const request = { redirectUri: "http://studio.example/back", state: "s", challenge: "c" };
    const google = new URL(providers().google.authorizeUrl(request));
    expect(Object.fromEntries(google.searchParams)).toEqual({
      ...{ response_type: "code", client_id: "client", redirect_uri: request.redirectUri, state: "s" },
      ...{ code_challenge: "c", code_challenge_method: "S256", scope: "https://www.googleapis.com/auth/youtube" },
      ...{ access_type: "offline", prompt: "consent", include_granted_scopes: "false" },
    });
    const spotify = new URL(providers().spotify.authorizeUrl(request));
    expect([spotify.pathname, spotify.searchParams.get("client_id")]).toEqual(["/authorize", "public"]);
  });

  it("exchanges a code with its verifier, and refreshes, by a client's secret where it has one", async () => {
    answer(200, { access_token: "a", refresh_token: "r", expires_in: 3599, token_type: "Bearer" });
    const { google, spotify } = providers();
    expect(await google.exchange({ code: "k", verifier: "v", redirectUri: "u" })).toEqual({
      ...{ accessToken: "a", refreshToken: "r", expiresInMs: 3_599_000 },
    });
    answer(200, { access_token: "b" });
    expect(await spotify.refresh("r")).toEqual({ accessToken: "b", refreshToken: null, expiresInMs: null });
    expect(said).toEqual([
      {
        path: "/token",
        fields: {
          ...{ client_id: "client", client_secret: "hush", grant_type: "authorization_code", code: "k" },
          ...{ code_verifier: "v", redirect_uri: "u" },
        },
      },
      { path: "/api/token", fields: { client_id: "public", grant_type: "refresh_token", refresh_token: "r" } },
    ]);
  });

  it.each([
    [400, { error: "invalid_grant", error_description: "Token has been expired or revoked." }, "lost", "Connect the account again"],
    [401, { error: "invalid_client" }, "refused", "compare GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET"],
    [400, { error: "redirect_uri_mismatch" }, "refused", "does not know the address"],
    [400, { error: "unsupported_grant_type" }, "refused", "(unsupported_grant_type)"],
    [503, "<html>", "unreachable", "cannot answer at the moment"],
    [200, "<html>", "refused", "something that is no token"],
    [200, { access_token: "" }, "refused", "something that is no token"],
  ] as const)("%s %j is %s, told as a sentence with what to do", async (status, body, failure, words) => {
    answer(status, body);
    const error = await failing(providers().google.refresh("r"));
    expect([error.failure, error.message]).toEqual([failure, expect.stringContaining(words)]);
  });

  it("tells a service that cannot be reached as that, and one without a client by its variables", async () => {
    const nowhere = createGrantProviders(readConfig({ ...env(), GOOGLE_TOKEN_URL: "http://127.0.0.1:1/token" }));
    expect((await failing(nowhere.google.refresh("r"))).failure).toBe("unreachable");
    const none = createGrantProviders(readConfig({}));
    expect(none.google.isConfigured).toBe(false);
    const error = await failing(none.spotify.refresh("r"));
    expect([error.failure, error.message]).toEqual(["not-configured", expect.stringContaining("SPOTIFY_CLIENT_ID")]);
  });

  it("revokes at Google, takes a token that is no token any more for revoked, and knows no such call of Spotify's", async () => {
    answer(200, {});
    await providers().google.revoke?.("r");
    answer(400, { error: "invalid_token" });
    await providers().google.revoke?.("r");
    expect(said.map(({ path, fields }) => [path, fields["token"]])).toEqual([
      ["/revoke", "r"],
      ["/revoke", "r"],
    ]);
    expect(providers().spotify.revoke).toBeNull();
  });
});

describe("coming back to the studio", () => {
  it("leads through a cookie of that browser to a page with the message for who opened it, without the session's cookie", async () => {
    const server = await startTestServer(env());
    const { id } = (await server.call("POST", "/api/streams", { body: { title: "Night" } })).json as { id: string };
    const asked = await server.call("GET", `/api/auth/youtube/connect?streamId=${id}`);
    const { authUrl, ...rest } = asked.json as { authUrl: string };
    expect([asked.status, rest]).toEqual([200, {}]);
    const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
    const state = new URL(authUrl).searchParams.get("state");
    const come = (headers: Record<string, string>) =>
      server.call("GET", `/api/auth/youtube/callback?code=k&state=${state}`, { token: null, headers });
    answer(200, { access_token: "a", refresh_token: "r", expires_in: 3599 });
    // A service on our own machine is the same site: the session's cookie comes along, from there.
    const page = await come({ cookie: `${cookie}; nightjar_session=${server.adminToken}`, "sec-fetch-site": "same-site" });
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
    expect(page.text).toContain('data-message="youtube-auth-success"');
    expect(page.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    const again = await come({ cookie });
    expect([again.status, again.text.includes("data-message")]).toEqual([400, false]);
    await server.close();
  });
});
