import { AppError, type GrantId, streamId } from "@nightjar/contract";
import { grantRequests, grants, streams, users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commit } from "../src/changes.ts";
import { notConnected } from "../src/grants/consent-page.ts";
import { GrantError } from "../src/grants/grant-error.ts";
import { CONSENT_LIFETIME_MS, endGrant, endedGrants, nameAccount, readGrant, storeGrant } from "../src/grants/index.ts";
import type { GrantedTokens } from "../src/grants/port.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { deleteStream } from "../src/streams/delete-stream.ts";
import { updateStream } from "../src/streams/update-stream.ts";
import { askYouTube } from "../src/youtube/ask.ts";
import { listChannels, setupYoutube } from "../src/youtube/channels.ts";
import { connectYoutube, finishYoutubeConnect } from "../src/youtube/connect.ts";
import { followYoutube } from "../src/youtube/follow.ts";
import type { YtStream } from "../src/youtube/port.ts";
import { type Studio, openStudio } from "./support/call-verb.ts";
import { holdDisk } from "./support/hold-disk.ts";
import { bringSpotify } from "./support/spotify.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 1);
const tokens = (name: string, more: Partial<GrantedTokens> = {}): GrantedTokens => ({
  ...{ accessToken: `access-${name}`, refreshToken: `refresh-${name}`, expiresInMs: HOUR_MS },
  ...more,
});

const YT_STREAM: YtStream = {
  ...{ id: "s1", description: "", address: "rtmp://far.example/live", backupAddress: null, streamName: "key" },
  ...{ status: "ready", health: "noData", issues: [] },
};

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  studio.ports.clock.set(START_MS);
  studio.ports.youtube.channels = async () => [];
});
afterEach(() => studio.close());

const google = () => studio.ports.grantProviders.google;
const newStream = async (title = "Night") => (await studio.callVerb(createStream, { title })).id;
const grantIds = () =>
  studio.services.db
    .select({ id: grants.id })
    .from(grants)
    .all()
    .map(({ id }) => id);
const grantOf = (id: string) =>
  studio.services.db
    .select()
    .from(streams)
    .all()
    .find((row) => row.id === id)?.ytGrantId ?? null;

/** A browser that was sent to Google. */
async function sent(id: string, as: Parameters<Studio["callVerb"]>[2] = "staff") {
  const { authUrl, cookie } = await studio.callVerb(connectYoutube, { streamId: streamId.parse(id) }, as);
  const asked = new URL(authUrl).searchParams;
  const browserNonce = /^nightjar_consent=([^;]+);/.exec(cookie)?.[1] ?? "";
  return { asked, cookie, browserNonce, state: asked.get("state") ?? "" };
}
const back = (state: string, browserNonce: string | undefined, more: object = { code: "code" }) =>
  studio
    .callVerb(finishYoutubeConnect, { state, ...more }, { token: "", ...(browserNonce === undefined ? {} : { browserNonce }) })
    .catch(refusedPage);
/** What it shows. */
function refusedPage(error: unknown) {
  if (error instanceof AppError) return notConnected(error.message);
  throw error;
}

async function connected(name: string, id?: string): Promise<GrantId> {
  const stream = id ?? (await newStream());
  google().exchange = async () => tokens(name);
  const { state, browserNonce } = await sent(stream);
  await back(state, browserNonce);
  const grant = grantOf(stream);
  if (grant === null) throw new Error("not connected");
  return grant;
}

describe("connecting a Google account", () => {
  it("proves by PKCE that who comes back is who was sent, and keeps its tokens sealed", async () => {
    const id = await newStream();
    const { asked, browserNonce, cookie, state } = await sent(id);
    expect(cookie).toMatch(/; Path=\/api\/auth; Max-Age=900; HttpOnly; SameSite=Lax$/);
    expect(asked.get("redirectUri")).toBe("http://studio.example/api/auth/youtube/callback");
    const exchanged: { code: string; verifier: string }[] = [];
    google().exchange = async (returned) => {
      exchanged.push(returned);
      return tokens("one");
    };
    expect(await back(state, browserNonce)).toMatchObject({ message: "youtube-auth-success" });
    const { code, verifier = "" } = exchanged[0] ?? {};
    expect(code).toBe("code");
    expect(createHash("sha256").update(verifier).digest("base64url")).toBe(asked.get("challenge"));
    expect(verifier).toMatch(/^[\w-]{43}$/);
    const stored = studio.services.db.$client.prepare("select * from grants").all();
    expect(JSON.stringify(stored)).not.toMatch(/access-one|refresh-one/);
    expect(await studio.services.accessTokens.of(grantOf(id) ?? ("" as GrantId))).toBe("access-one");
  });

  it("stores neither state nor nonce nor verifier as they are", async () => {
    const { browserNonce, state } = await sent(await newStream());
    const [row] = studio.services.db.select().from(grantRequests).all();
    expect(JSON.stringify(row)).not.toContain(state);
    expect(JSON.stringify(row)).not.toContain(browserNonce);
  });

  it("takes a state once, whatever came of it", async () => {
    const { browserNonce, state } = await sent(await newStream());
    google().exchange = async () => tokens("one");
    expect((await back(state, browserNonce)).message).toBe("youtube-auth-success");
    const again = await back(state, browserNonce);
    expect(again).toMatchObject({ message: null, sentence: expect.stringContaining("was opened already") });
    expect(grantIds()).toHaveLength(1);
  });

  const REFUSED: readonly (readonly [
    string,
    (state: string, nonce: string) => Promise<{ sentence: string; message: string | null }>,
    string,
  ])[] = [
    ["another browser", (state) => back(state, "another"), "begun in another browser"],
    ["no browser that was sent", (state) => back(state, undefined), "begun in another browser"],
    ["a state of nobody", (_state, nonce) => back("made-up", nonce), "does not belong to a connection"],
    ["who said no", (state, nonce) => back(state, nonce, { error: "access_denied" }), "You did not allow it at Google"],
    ["who comes without an answer", (state, nonce) => back(state, nonce, { error: "<b>odd" }), "without an answer (bodd)"],
  ];
  it.each(REFUSED)("lets in neither %s, and says why", async (_who, come, why) => {
    const { browserNonce, state } = await sent(await newStream());
    const page = await come(state, browserNonce);
    expect(page.message).toBeNull();
    expect(page.sentence).toContain(why);
    expect(grantIds()).toEqual([]);
  });

  it("lets in nobody who comes too late, or may not use the studio any more", async () => {
    const first = await sent(await newStream());
    studio.ports.clock.set(START_MS + CONSENT_LIFETIME_MS);
    expect((await back(first.state, first.browserNonce)).sentence).toContain("longer than 15 minutes");
    const second = await sent(await newStream());
    studio.services.db.update(users).set({ status: "rejected" }).run();
    expect((await back(second.state, second.browserNonce)).sentence).toContain("may not use the studio any more");
  });

  it("says what Google said where it gave no token, and that the stream is gone where it is", async () => {
    const id = await newStream();
    const first = await sent(id);
    google().exchange = () => Promise.reject(new GrantError("unreachable", "Google could not be reached."));
    expect((await back(first.state, first.browserNonce)).sentence).toBe("Google could not be reached.");
    const second = await sent(id);
    await studio.callVerb(deleteStream, { id: streamId.parse(id) });
    google().exchange = async () => tokens("one");
    expect((await back(second.state, second.browserNonce)).sentence).toBe("The stream that this was for is gone.");
    expect(grantIds()).toEqual([]);
  });

  it("is 503 with what to do where the studio has no client, and lets two popups of a browser come back", async () => {
    const id = await newStream();
    const first = await sent(id);
    const second = await sent(id, { token: (await studio.account("staff", "approved")).token, browserNonce: first.browserNonce });
    expect(second.browserNonce).toBe(first.browserNonce);
    google().isConfigured = false;
    const refused = await studio.refusal(connectYoutube, { streamId: id });
    expect(refused).toMatchObject({ code: "unavailable", message: expect.stringContaining("set GOOGLE_CLIENT_ID") });
  });
});

it("whose account it is, is kept when a channel is chosen: to list the channels changes nothing but what is left of the quota", async () => {
  const id = await connected("one", await newStream());
  const rows = () => studio.services.db.$client.prepare("select total_changes()").pluck().get();
  studio.ports.youtube.channels = async () => [{ id: "UC1", title: "Moth Radio", thumbnailUrl: null }];
  const [stream] = studio.services.db.select().from(streams).all();
  await studio.callVerb(listChannels, { streamId: stream?.id });
  const before = Number(rows());
  await studio.callVerb(listChannels, { streamId: stream?.id });
  expect([Number(rows()) - before, readGrant(studio.services.db, id)?.account]).toEqual([1, null]);
  studio.ports.youtube.ownStreams = async () => ({ items: [], next: null });
  studio.ports.youtube.insertStream = async () => YT_STREAM;
  await studio.callVerb(setupYoutube, { id: stream?.id, channelId: "UC1" });
  expect(readGrant(studio.services.db, id)?.account).toBe("UC1");
});

describe("a connected account's token", () => {
  it("is made anew before it runs out, once for all who ask, and keeps the refresh token that was not told again", async () => {
    const id = await connected("one");
    const asked: string[] = [];
    google().refresh = async (refreshToken) => {
      asked.push(refreshToken);
      return tokens(`new-${asked.length}`, { refreshToken: null });
    };
    studio.ports.clock.set(START_MS + HOUR_MS - 61_000);
    expect(await studio.services.accessTokens.of(id)).toBe("access-one");
    studio.ports.clock.set(START_MS + HOUR_MS - 60_000);
    const both = await Promise.all([studio.services.accessTokens.of(id), studio.services.accessTokens.of(id)]);
    expect(both).toEqual(["access-new-1", "access-new-1"]);
    expect(await studio.services.accessTokens.of(id, "access-new-1")).toBe("access-new-2");
    expect(asked).toEqual(["refresh-one", "refresh-one"]);
  });

  it("asks to connect again once Google takes it no more, asks Google no more, and works again for all streams of the account", async () => {
    const first = await newStream();
    const id = await connected("one", first);
    commit(studio.services, (tx) => nameAccount(tx, id, "UC1"));
    const told: GrantId[] = [];
    studio.services.accessTokens.onLost((lost) => told.push(lost));
    let asked = 0;
    google().refresh = () => {
      asked += 1;
      return Promise.reject(new GrantError("lost", "invalid_grant"));
    };
    studio.ports.clock.set(START_MS + 2 * HOUR_MS);
    for (let time = 0; time < 2; time += 1) {
      await expect(studio.services.accessTokens.of(id)).rejects.toMatchObject({
        failure: "lost",
        message: expect.stringContaining("Connect the Google account again"),
      });
    }
    expect([asked, told]).toEqual([1, [id]]);
    const second = await newStream("Day");
    const renewed = await connected("two", second);
    commit(studio.services, (tx) => nameAccount(tx, renewed, "UC1"));
    expect([grantOf(first), grantOf(second), grantIds()]).toEqual([renewed, renewed, [renewed]]);
    expect(await studio.services.accessTokens.of(renewed)).toBe("access-two");
  });

  it("that is lost is told to the screens of all that goes by it, and so is that the account is connected again", async () => {
    const [one, two, other] = [await newStream("One"), await newStream("Two"), await newStream("Other")];
    const id = await connected("one", one);
    studio.services.db
      .update(streams)
      .set({ ytGrantId: id })
      .where(eq(streams.id, streamId.parse(two)))
      .run();
    commit(studio.services, (tx) => nameAccount(tx, id, "UC1"));
    const told: string[] = [];
    studio.services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
    google().refresh = () => Promise.reject(new GrantError("lost", "invalid_grant"));
    await expect(studio.services.accessTokens.of(id, "access-one")).rejects.toThrow("Connect the Google account again");
    expect(told.toSorted()).toEqual([`streams ${one}`, `streams ${two}`].toSorted());
    told.length = 0;
    studio.ports.youtube.channels = async () => [{ id: "UC1", title: "Moth Radio", thumbnailUrl: null }];
    await connected("two", other);
    expect(told).toEqual(expect.arrayContaining([`streams ${one}`, `streams ${two}`, `streams ${other}`]));
    bringSpotify(studio);
    studio.services.db.update(grants).set({ refreshTokenSealed: null }).where(eq(grants.service, "spotify")).run();
    told.length = 0;
    const spotify = studio.services.db.select().from(grants).where(eq(grants.service, "spotify")).get();
    await expect(studio.services.accessTokens.of(spotify?.id ?? id, "token")).rejects.toThrow("Connect the Spotify account again");
    expect(told).toEqual(["playlists spotify"]);
  });

  it("is asked for again where Google could not be reached: nothing is lost by that", async () => {
    const id = await connected("one");
    google().refresh = () => Promise.reject(new GrantError("unreachable", "not now"));
    await expect(studio.services.accessTokens.of(id, "access-one")).rejects.toThrow("not now");
    expect(readGrant(studio.services.db, id)?.lostAt).toBeNull();
  });

  it("that was made anew is told once the disk has it: the one that it was refreshed by may be of no use any more", async () => {
    const id = await connected("one");
    google().refresh = async () => tokens("two");
    const disk = holdDisk(studio);
    const told = vi.fn();
    const telling = studio.services.accessTokens.of(id, "access-one").then(told);
    await disk.isAwaited();
    expect(told).not.toHaveBeenCalled();
    disk.take();
    await telling;
    expect(told).toHaveBeenCalledWith("access-two");
  });

  it("asks YouTube for nothing before the disk has what was stored for it", async () => {
    const id = await connected("one");
    const disk = holdDisk(studio);
    const call = vi.fn(async () => "done");
    const asking = askYouTube(studio.services, id, "channels", call);
    await disk.isAwaited();
    expect(call).not.toHaveBeenCalled();
    disk.take();
    expect(await asking).toBe("done");
    expect(call).toHaveBeenCalledOnce();
  });
});

describe("giving a grant back", () => {
  it("revokes it when the last stream leaves it, by Disconnect or by being deleted, and not before", async () => {
    const stop = followYoutube(studio.services);
    const revoked: string[] = [];
    google().revoke = async (token) => void revoked.push(token);
    const [one, two] = [await newStream("One"), await newStream("Two")];
    const first = await connected("one", one);
    commit(studio.services, (tx) => nameAccount(tx, first, "UC1"));
    const second = await connected("two", two);
    commit(studio.services, (tx) => nameAccount(tx, second, "UC1"));
    await studio.callVerb(updateStream, { id: one, youtubeConnected: false });
    expect([grantOf(one), revoked]).toEqual([null, []]);
    await studio.callVerb(deleteStream, { id: two });
    await expect.poll(grantIds).toEqual([]);
    expect(revoked).toEqual(["refresh-two"]);
    stop();
  });

  async function storer() {
    const { id: grantedBy } = await studio.account("staff", "approved");
    return (name: string) =>
      commit(studio.services, (tx) =>
        storeGrant(tx, studio.ports.secrets, { service: "google", grantedBy, tokens: tokens(name), nowMs: START_MS }),
      );
  }
  /** @returns which grants are there then */
  async function givenBackAt(id: GrantId, ms: number): Promise<GrantId[]> {
    studio.ports.clock.set(START_MS + ms);
    await studio.services.accessTokens.giveBack(id);
    return grantIds();
  }

  it("does not revoke while another grant may be the same account's, and forgets it all the same", async () => {
    const store = await storer();
    const [one, two] = [store("one"), store("two")];
    await studio.services.accessTokens.giveBack(one);
    expect(grantIds()).toEqual([two]);
    expect(endedGrants(studio.services.db, "google")).toEqual([]);
  });

  it("is told to Google once the disk has its end, and later where the disk refuses that, and fails nobody", async () => {
    const store = await storer();
    const id = store("one");
    commit(studio.services, (tx) => endGrant(tx, id, new Date(START_MS)));
    const told: string[] = [];
    google().revoke = async (token) => void told.push(token);
    const disk = holdDisk(studio);
    const given = studio.services.accessTokens.giveBack(id);
    await disk.isAwaited();
    expect(told).toEqual([]);
    disk.refuse();
    await given;
    expect([told, grantIds()]).toEqual([[], [id]]);
    expect(studio.ports.logged).toMatchObject([{ level: "error", message: "a grant could not be given back" }]);
    disk.works();
    expect(await givenBackAt(id, 59_999)).toEqual([id]);
    expect(await givenBackAt(id, 60_000)).toEqual([]);
    expect(told).toEqual(["refresh-one"]);
  });

  it("tells Google again where it could not be told, ever more seldom, and forgets it once it was, or after a day", async () => {
    const store = await storer();
    const [one, two] = [store("one"), store("two")];
    commit(studio.services, (tx) => {
      for (const id of [one, two]) endGrant(tx, id, new Date(START_MS));
    });
    const told: string[] = [];
    google().revoke = (token) => {
      told.push(token);
      return Promise.reject(new GrantError("unreachable", "not now"));
    };
    for (const ms of [0, 59_999, 60_000, 179_999, 180_000]) expect((await givenBackAt(one, ms)).toSorted()).toEqual([one, two].toSorted());
    expect(told).toEqual(["refresh-one", "refresh-one", "refresh-one"]);
    expect(await givenBackAt(one, 24 * HOUR_MS)).toEqual([two]);
    expect(await givenBackAt(two, 0)).toEqual([two]);
    google().revoke = async (token) => void told.push(token);
    expect(await givenBackAt(two, 60_000)).toEqual([]);
    expect(told.slice(3)).toEqual(["refresh-one", "refresh-two", "refresh-two"]);
    expect(new Set(studio.ports.logged.map(({ message }) => message))).toEqual(
      new Set(["a service could not be told that a grant is not wanted any more"]),
    );
  });
});
