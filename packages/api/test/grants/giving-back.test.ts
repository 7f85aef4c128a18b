import type { GrantId } from "@nightjar/contract";
import { grants } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commit } from "../../src/changes.ts";
import { GrantError } from "../../src/grants/grant-error.ts";
import { endGrant, endedGrants, nameAccount, storeGrant } from "../../src/grants/index.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { followYoutube } from "../../src/youtube/follow.ts";
import { YouTubeError } from "../../src/youtube/reasons.ts";
import type { Studio } from "../support/call-verb.ts";
import {
  HOUR_MS,
  START_MS,
  back,
  connectGoogle,
  google,
  grantIds,
  grantOf,
  newStream,
  openAtGoogle,
  sent,
  tokens,
} from "../support/google.ts";
import { holdDisk } from "../support/hold-disk.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openAtGoogle();
});
afterEach(() => studio.close());

describe("giving a grant back", () => {
  it("revokes it when the last stream leaves it, by Disconnect or by being deleted, and not before", async () => {
    const stop = followYoutube(studio.services);
    const revoked: string[] = [];
    google(studio).revoke = async (token) => void revoked.push(token);
    const [one, two] = [await newStream(studio, "One"), await newStream(studio, "Two")];
    const first = await connectGoogle(studio, "one", one);
    commit(studio.services, (tx) => nameAccount(tx, first, "UC1"));
    const second = await connectGoogle(studio, "two", two);
    commit(studio.services, (tx) => nameAccount(tx, second, "UC1"));
    await studio.callVerb(updateStream, { id: one, youtubeConnected: false });
    expect([grantOf(studio, one), revoked]).toEqual([null, []]);
    await studio.callVerb(deleteStream, { id: two });
    await expect.poll(() => grantIds(studio)).toEqual([]);
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
    return grantIds(studio);
  }

  /** An ended grant of the account UC1, beside one of which nobody knows whose it is. @returns what Google is told from now on */
  async function besideUnnamed() {
    const store = await storer();
    const [one, two] = [store("one"), store("two")];
    commit(studio.services, (tx) => {
      nameAccount(tx, one, "UC1");
      endGrant(tx, one, new Date(START_MS));
    });
    const told: string[] = [];
    google(studio).revoke = async (token) => void told.push(token);
    expect((await givenBackAt(one, 0)).toSorted()).toEqual([one, two].toSorted());
    expect([told, endedGrants(studio.services.db, "google")]).toEqual([[], [one]]);
    return { one, two, told };
  }

  it("does not revoke while another grant may be the same account's, and does once that is known to be another's", async () => {
    const { one, told, two } = await besideUnnamed();
    commit(studio.services, (tx) => nameAccount(tx, two, "UC2"));
    expect(await givenBackAt(one, 60_000)).toEqual([two]);
    expect(told).toEqual(["refresh-one"]);
  });

  it("does not revoke while another grant may be the same account's, and forgets it after a day of that", async () => {
    const { one, told, two } = await besideUnnamed();
    expect((await givenBackAt(one, 24 * HOUR_MS - 1)).toSorted()).toEqual([one, two].toSorted());
    expect(await givenBackAt(one, 25 * HOUR_MS)).toEqual([two]);
    expect(told).toEqual([]);
  });

  it("does not wait for whose another one is where Google has ended it already", async () => {
    const store = await storer();
    const [one, two] = [store("one"), store("two")];
    studio.services.db
      .update(grants)
      .set({ lostAt: new Date(START_MS), endedAt: new Date(START_MS) })
      .where(eq(grants.id, one))
      .run();
    expect(await givenBackAt(one, 0)).toEqual([two]);
  });

  /** An ended grant of the account UC1, and somebody who comes back from Google, whose channels it does not tell until then. */
  async function besideOneWhoComesBack(account: string) {
    const store = await storer();
    const one = store("one");
    commit(studio.services, (tx) => {
      nameAccount(tx, one, "UC1");
      endGrant(tx, one, new Date(START_MS));
    });
    const told: string[] = [];
    google(studio).revoke = async (token) => void told.push(token);
    google(studio).exchange = async () => tokens("two");
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    studio.ports.youtube.channels = async () => {
      asked.resolve();
      await held.promise;
      return [{ id: account, title: "Moth Radio", thumbnailUrl: null }];
    };
    const id = await newStream(studio);
    const comeBack = async () => {
      const { browserNonce, state } = await sent(studio, id);
      return back(studio, state, browserNonce);
    };
    return { one, told, comeBack, asked: asked.promise, letGo: held.resolve, refuse: held.reject, granted: () => grantOf(studio, id) };
  }

  it("does not revoke while somebody of the same account comes back from Google, and forgets it with what that gives", async () => {
    const { asked, comeBack, granted, letGo, one, told } = await besideOneWhoComesBack("UC1");
    const page = comeBack();
    await asked;
    expect(await givenBackAt(one, 0)).toEqual([one]);
    letGo();
    expect((await page).message).toBe("youtube-auth-success");
    expect(await givenBackAt(one, 60_000)).toEqual([granted()]);
    expect(told).toEqual([]);
  });

  it("revokes a minute after somebody has come back from Google who is of another account", async () => {
    const { asked, comeBack, granted, letGo, one, told } = await besideOneWhoComesBack("UC2");
    const page = comeBack();
    await asked;
    expect(await givenBackAt(one, 0)).toEqual([one]);
    letGo();
    await page;
    expect(await givenBackAt(one, 60_000)).toEqual([granted()]);
    expect(told).toEqual(["refresh-one"]);
  });

  it("revokes a minute after somebody has come back from Google of whom nothing was kept", async () => {
    const { asked, comeBack, one, refuse, told } = await besideOneWhoComesBack("UC1");
    const page = comeBack();
    await asked;
    expect(await givenBackAt(one, 0)).toEqual([one]);
    refuse(new YouTubeError("insufficientPermissions", 403));
    expect((await page).message).toBeNull();
    expect(await givenBackAt(one, 60_000)).toEqual([]);
    expect(told).toEqual(["refresh-one"]);
  });

  it("is over before the code of whoever comes back meanwhile is exchanged: what that gives would end with it", async () => {
    const { comeBack, granted, letGo, one } = await besideOneWhoComesBack("UC1");
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const order: string[] = [];
    google(studio).revoke = async () => {
      asked.resolve();
      await held.promise;
      order.push("revoked");
    };
    google(studio).exchange = async () => {
      order.push("exchanged");
      return tokens("two");
    };
    const given = studio.services.accessTokens.giveBack(one);
    await asked.promise;
    letGo();
    const page = comeBack();
    // All that nobody waits for has been done by then.
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    held.resolve();
    await Promise.all([given, page]);
    expect([order, grantIds(studio)]).toEqual([["revoked", "exchanged"], [granted()]]);
  });

  it("is told to Google once the disk has its end, and later where the disk refuses that, and fails nobody", async () => {
    const store = await storer();
    const id = store("one");
    commit(studio.services, (tx) => endGrant(tx, id, new Date(START_MS)));
    const told: string[] = [];
    google(studio).revoke = async (token) => void told.push(token);
    const disk = holdDisk(studio);
    const given = studio.services.accessTokens.giveBack(id);
    await disk.isAwaited();
    expect(told).toEqual([]);
    disk.refuse();
    await given;
    expect([told, grantIds(studio)]).toEqual([[], [id]]);
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
    google(studio).revoke = (token) => {
      told.push(token);
      return Promise.reject(new GrantError("unreachable", "not now"));
    };
    for (const ms of [0, 59_999, 60_000, 179_999, 180_000]) expect((await givenBackAt(one, ms)).toSorted()).toEqual([one, two].toSorted());
    expect(told).toEqual(["refresh-one", "refresh-one", "refresh-one"]);
    expect(await givenBackAt(one, 24 * HOUR_MS)).toEqual([two]);
    expect(await givenBackAt(two, 0)).toEqual([two]);
    google(studio).revoke = async (token) => void told.push(token);
    expect(await givenBackAt(two, 60_000)).toEqual([]);
    expect(told.slice(3)).toEqual(["refresh-one", "refresh-two", "refresh-two"]);
    expect(new Set(studio.ports.logged.map(({ message }) => message))).toEqual(
      new Set(["a service could not be told that a grant is not wanted any more"]),
    );
  });
});
