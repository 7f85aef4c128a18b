// The studio's own count of a day's quota, against what is counted at the far end.
import { openRows, pollAccount, pollViewers, setThumbnail, settledByGrant } from "@nightjar/api/testing";
import { CALL_NAMES, type StandIn } from "@nightjar/youtube-standin";
import { beforeEach, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { connected, giveArtwork, studioGround } from "./support/youtube.ts";

const ground = studioGround();
const { states } = ground;
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

interface Status {
  readonly quota: { readonly usedUnits: number };
}
/** As the channel's card shows it. */
async function usedUnits(id: string): Promise<number> {
  const { quota } = (await server.call("GET", `/api/youtube/status/${id}`)).json as Status;
  return quota.usedUnits;
}

async function pollAll(): Promise<void> {
  for (const [grant, rows] of settledByGrant(server.services)) {
    await pollAccount(server.services, grant, rows);
    await pollViewers(server.services, grant, rows);
  }
}

it("each call is counted as what YouTube takes for it, from the choice of a channel over Start and Stop to Disconnect", async () => {
  const id = await connected(server);
  await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
  await expect.poll(() => settledByGrant(server.services).size).toBe(1);
  await pollAll();
  giveArtwork(server, "1".repeat(64));
  for (const row of openRows(server.services.db)) await setThumbnail(server.services, row.id);
  await server.call("PATCH", `/api/youtube/update-stream/${id}`, { body: { title: "Dawn" } });
  await server.call("POST", `/api/direct-streaming/stop/${id}`);
  await expect.poll(states).toEqual(["complete"]);
  // One that never was live is deleted.
  await server.call("POST", `/api/youtube/create-stream/${id}`, { body: {} });
  expect(states()).toEqual(["complete", "ready"]);
  await server.call("PATCH", `/api/streams/${id}`, { body: { youtubeConnected: false } });
  await expect.poll(() => openRows(server.services.db)).toEqual([]);
  expect([states(), new Set(far.world.asked.map(({ call }) => call))]).toEqual([["complete"], new Set(CALL_NAMES)]);
  expect(await usedUnits(id)).toBe(far.world.usedUnits);
});
