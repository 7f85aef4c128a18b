import type { GrantId } from "@nightjar/contract";
import { grants } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commit } from "../../src/changes.ts";
import { GrantError } from "../../src/grants/grant-error.ts";
import { endGrant, endedGrants, nameAccount, storeGrant } from "../../src/grants/index.ts";
import { deleteStream } from "../../src/streams/delete-stream.ts";
import { updateStream } from "../../src/streams/update-stream.ts";
import { followYoutube } from "../../src/youtube/follow.ts";
import type { Studio } from "../support/call-verb.ts";
import { HOUR_MS, START_MS, connectGoogle, google, grantIds, grantOf, newStream, openAtGoogle, tokens } from "../support/google.ts";
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
