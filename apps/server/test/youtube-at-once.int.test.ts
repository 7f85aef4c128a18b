// What is answered at once, while YouTube is yet to do what follows from it.
import { openRows, settledByGrant } from "@nightjar/api/testing";
import { grants } from "@nightjar/db";
import type { StandIn } from "@nightjar/youtube-standin";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { LASTING } from "./support/youtube-reasons.ts";
import { connected, studioGround } from "./support/youtube.ts";

const ground = studioGround();
const { states } = ground;
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

const read = async (id: string) => (await server.call("GET", `/api/streams/${id}`)).json;
const start = (id: string) => server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
const disconnect = (id: string) => server.call("PATCH", `/api/streams/${id}`, { body: { youtubeConnected: false } });
/** On air, and known to be. */
async function live(id: string): Promise<void> {
  await start(id);
  await expect.poll(() => settledByGrant(server.services).size).toBe(1);
}
/** Why what was asked for was not done, of each broadcast that is not ended: after a quarter of a minute without an answer there is a reason. */
const notices = () => openRows(server.services.db).map(({ notice }) => notice);
const grantsLeft = () => server.services.db.select().from(grants).all();

it("Start answers while YouTube is still asked for the broadcast, which follows", async () => {
  const id = await connected(server);
  const making = far.hold("liveBroadcasts.insert");
  expect((await start(id)).status).toBe(200);
  await expect.poll(() => making.waiting).toBe(1);
  expect([states(), notices(), await read(id)]).toMatchObject([[], [null], { isLive: true }]);
  making.letGo();
  await expect.poll(states).toEqual(["live"]);
});

describe("a stop that goes off air", () => {
  it("waits for the end of the broadcast", async () => {
    await live(await connected(server));
    const ending = far.hold("liveBroadcasts.transition");
    const stopped = server.running.stop({ offAir: true });
    await expect.poll(() => ending.waiting).toBe(1);
    ending.letGo();
    expect([await stopped, states()]).toEqual([{ isInTime: true, left: [] }, ["complete"]]);
  });

  it("names the broadcast that YouTube does not end", async () => {
    await live(await connected(server));
    far.fail("liveBroadcasts.transition", "quotaExceeded", 403, LASTING);
    const [{ id = "" } = {}] = far.world.broadcasts.values();
    expect(await server.running.stop({ offAir: true })).toEqual({ isInTime: true, left: [`https://www.youtube.com/watch?v=${id}`] });
    expect(states()).toEqual(["live"]);
  });
});

describe("Disconnect", () => {
  it("answers at once, ends the broadcast, then gives the grant back where no other stream goes by it", async () => {
    const id = await connected(server);
    await live(id);
    const ending = far.hold("liveBroadcasts.transition");
    expect((await disconnect(id)).json).toMatchObject({ isLive: false, youtubeConnected: false, connected: false });
    await expect.poll(() => ending.waiting).toBe(1);
    // Who gave it back without waiting for the end would have asked for that before this.
    expect([states(), notices(), far.world.refreshTokens.size, grantsLeft().length]).toEqual([["live"], [null], 1, 1]);
    ending.letGo();
    await expect.poll(() => far.world.refreshTokens.size).toBe(0);
    expect(states()).toEqual(["complete"]);
    await expect.poll(grantsLeft).toEqual([]);
  });

  it("of one stream leaves the grant to the others of its account, and of the last of them gives it back", async () => {
    const [one, two] = [await connected(server, "One"), await connected(server, "Two")];
    await live(one);
    await disconnect(one);
    await expect.poll(states).toEqual(["complete"]);
    expect(far.world.refreshTokens.size).toBeGreaterThan(0);
    await disconnect(two);
    await expect.poll(() => far.world.refreshTokens.size).toBe(0);
    await expect.poll(grantsLeft).toEqual([]);
  });
});
