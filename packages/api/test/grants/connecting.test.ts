import { type GrantId, type UserId, streamId } from "@nightjar/contract";
import { grantRequests, streams, users } from "@nightjar/db";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createResetLink } from "../../src/auth/create-reset-link.ts";
import { endOtherSessions } from "../../src/auth/end-other-sessions.ts";
import { resetPassword } from "../../src/auth/reset-password.ts";
import { GrantError } from "../../src/grants/grant-error.ts";
import { CONSENT_LIFETIME_MS, readGrant } from "../../src/grants/index.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { listChannels, setupYoutube } from "../../src/youtube/channels.ts";
import { connectYoutube } from "../../src/youtube/connect.ts";
import { streamThere } from "../support/at-youtube.ts";
import type { Studio } from "../support/call-verb.ts";
import { START_MS, back, connectGoogle, google, grantIds, grantOf, newStream, openAtGoogle, sent, tokens } from "../support/google.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openAtGoogle();
});
afterEach(() => studio.close());

describe("connecting a Google account", () => {
  it("proves by PKCE that who comes back is who was sent, and keeps its tokens sealed", async () => {
    const id = await newStream(studio);
    const { asked, browserNonce, cookie, state } = await sent(studio, id);
    expect(cookie).toMatch(/; Path=\/api\/auth; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/);
    expect(asked.get("redirectUri")).toBe("https://studio.example/api/auth/youtube/callback");
    const exchanged: { code: string; verifier: string }[] = [];
    google(studio).exchange = async (returned) => {
      exchanged.push(returned);
      return tokens("one");
    };
    expect(await back(studio, state, browserNonce)).toMatchObject({ message: "youtube-auth-success" });
    const { code, verifier = "" } = exchanged[0] ?? {};
    expect(code).toBe("code");
    expect(createHash("sha256").update(verifier).digest("base64url")).toBe(asked.get("challenge"));
    expect(verifier).toMatch(/^[\w-]{43}$/);
    const stored = studio.services.db.$client.prepare("select * from grants").all();
    expect(JSON.stringify(stored)).not.toMatch(/access-one|refresh-one/);
    expect(await studio.services.accessTokens.of(grantOf(studio, id) ?? ("" as GrantId))).toBe("access-one");
  });

  it("stores neither state nor nonce nor verifier as they are", async () => {
    const { browserNonce, state } = await sent(studio, await newStream(studio));
    const [row] = studio.services.db.select().from(grantRequests).all();
    expect(JSON.stringify(row)).not.toContain(state);
    expect(JSON.stringify(row)).not.toContain(browserNonce);
  });

  it("takes a state once, whatever came of it", async () => {
    const { browserNonce, state } = await sent(studio, await newStream(studio));
    google(studio).exchange = async () => tokens("one");
    expect((await back(studio, state, browserNonce)).message).toBe("youtube-auth-success");
    const again = await back(studio, state, browserNonce);
    expect(again).toMatchObject({ message: null, sentence: expect.stringContaining("was opened already") });
    expect(grantIds(studio)).toHaveLength(1);
  });

  const REFUSED: readonly (readonly [
    string,
    (state: string, nonce: string) => Promise<{ sentence: string; message: string | null }>,
    string,
  ])[] = [
    ["another browser", (state) => back(studio, state, "another"), "begun in another browser"],
    ["no browser that was sent", (state) => back(studio, state, undefined), "begun in another browser"],
    ["a state of nobody", (_state, nonce) => back(studio, "made-up", nonce), "does not belong to a connection"],
    ["who said no", (state, nonce) => back(studio, state, nonce, { error: "access_denied" }), "You did not allow it at Google"],
    ["who comes without an answer", (state, nonce) => back(studio, state, nonce, { error: "<b>odd" }), "without an answer (bodd)"],
  ];
  it.each(REFUSED)("lets in neither %s, and says why", async (_who, come, why) => {
    const { browserNonce, state } = await sent(studio, await newStream(studio));
    const page = await come(state, browserNonce);
    expect(page.message).toBeNull();
    expect(page.sentence).toContain(why);
    expect(grantIds(studio)).toEqual([]);
  });

  it("lets in nobody who comes too late, or may not use the studio any more", async () => {
    const first = await sent(studio, await newStream(studio));
    studio.ports.clock.set(START_MS + CONSENT_LIFETIME_MS);
    expect((await back(studio, first.state, first.browserNonce)).sentence).toContain("longer than 15 minutes");
    const second = await sent(studio, await newStream(studio));
    studio.services.db.update(users).set({ status: "rejected" }).run();
    expect((await back(studio, second.state, second.browserNonce)).sentence).toContain("may not use the studio any more");
  });

  const SIGNED_OUT: readonly (readonly [string, (person: { id: UserId; token: string }) => Promise<unknown>])[] = [
    ["ends the other sessions", ({ token }) => studio.callVerb(endOtherSessions, undefined, { token })],
    [
      "sets a new password",
      async ({ id }) => {
        const { path } = await studio.callVerb(createResetLink, { userId: id });
        await studio.callVerb(resetPassword, { token: path.split("#")[1], newPassword: "the new password" }, "anonymous");
      },
    ],
  ];
  it.each(SIGNED_OUT)("lets nobody in whose session began it before its owner %s", async (_how, signOut) => {
    const person = await studio.account("staff", "approved");
    const stolen = await studio.services.sessions.create(person.id);
    const { browserNonce, state } = await sent(studio, await newStream(studio), { token: stolen });
    await signOut(person);
    const page = await back(studio, state, browserNonce);
    expect(page).toMatchObject({ message: null, sentence: expect.stringContaining("does not belong to a connection") });
    expect(grantIds(studio)).toEqual([]);
  });

  it("says what Google said where it gave no token, and that the stream is gone where it is", async () => {
    const id = await newStream(studio);
    const first = await sent(studio, id);
    google(studio).exchange = () => Promise.reject(new GrantError("unreachable", "Google could not be reached."));
    expect((await back(studio, first.state, first.browserNonce)).sentence).toBe("Google could not be reached.");
    const second = await sent(studio, id);
    await studio.callVerb(deleteStream, { id: streamId.parse(id) });
    google(studio).exchange = async () => tokens("one");
    expect((await back(studio, second.state, second.browserNonce)).sentence).toBe("The stream that this was for is gone.");
    expect(grantIds(studio)).toEqual([]);
  });

  it("is 503 with what to do where the studio has no client, and lets two popups of a browser come back", async () => {
    const id = await newStream(studio);
    const first = await sent(studio, id);
    const second = await sent(studio, id, { token: (await studio.account("staff", "approved")).token, browserNonce: first.browserNonce });
    expect(second.browserNonce).toBe(first.browserNonce);
    google(studio).isConfigured = false;
    const refused = await studio.refusal(connectYoutube, { streamId: id });
    expect(refused).toMatchObject({ code: "unavailable", message: expect.stringContaining("set GOOGLE_CLIENT_ID") });
  });

  it("takes no other account where a channel was chosen while YouTube was asked whose account it is", async () => {
    const id = await newStream(studio);
    const moth = await connectGoogle(studio, "moth", id);
    const channel = (name: string) => ({ id: `UC-${name}`, title: `${name} Radio`, thumbnailUrl: null });
    const { youtube } = studio.ports;
    youtube.ownStreams = async () => ({ items: [], next: null });
    youtube.insertStream = async () => streamThere({ status: "ready", health: "noData" });
    youtube.channels = async (accessToken) => {
      if (accessToken !== "access-wren") return [channel("Moth")];
      await studio.callVerb(setupYoutube, { id, channelId: "UC-Moth" });
      return [channel("Wren")];
    };
    google(studio).exchange = async () => tokens("wren");
    const { browserNonce, state } = await sent(studio, id);
    expect(await back(studio, state, browserNonce)).toMatchObject({
      message: null,
      sentence: expect.stringContaining("another Google account than that of the stream's channel"),
    });
    expect([grantOf(studio, id), grantIds(studio)]).toEqual([moth, [moth]]);
  });
});

it("whose account it is, is kept when a channel is chosen: to list the channels changes nothing but what is left of the quota", async () => {
  const id = await connectGoogle(studio, "one", await newStream(studio));
  const rows = () => studio.services.db.$client.prepare("select total_changes()").pluck().get();
  studio.ports.youtube.channels = async () => [{ id: "UC1", title: "Moth Radio", thumbnailUrl: null }];
  const [stream] = studio.services.db.select().from(streams).all();
  await studio.callVerb(listChannels, { streamId: stream?.id });
  const before = Number(rows());
  await studio.callVerb(listChannels, { streamId: stream?.id });
  expect([Number(rows()) - before, readGrant(studio.services.db, id)?.account]).toEqual([1, null]);
  studio.ports.youtube.ownStreams = async () => ({ items: [], next: null });
  studio.ports.youtube.insertStream = async () => streamThere({ status: "ready", health: "noData" });
  await studio.callVerb(setupYoutube, { id: stream?.id, channelId: "UC1" });
  expect(readGrant(studio.services.db, id)?.account).toBe("UC1");
});
