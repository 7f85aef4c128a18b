// What YouTube refuses of what somebody asks for, or of what is done beside the air: the words that they are told, and that nothing else is changed.
import { openRows, pollViewers, setThumbnail, settledByGrant } from "@nightjar/api/testing";
import { streams } from "@nightjar/db";
import type { StandIn } from "@nightjar/youtube-standin";
import { beforeEach, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { connected, consent, giveArtwork, newStream, studioGround } from "./support/youtube.ts";
import { LASTING, refusals } from "./support/youtube-reasons.ts";

const ground = studioGround();
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

/** On the page that comes back from Google, where a stream that has a channel is connected again. */
function toldAtReturn({ follows, toWhoAsked, words }: ReturnType<typeof refusals>[number]): string {
  if (follows === "reconnect") return words;
  if (follows !== "again" && follows !== "slower") return `${toWhoAsked} Nothing was changed.`;
  return "so nothing was changed. Close this window and try again in some minutes.";
}

it("a refusal at channels.list or liveStreams.insert is answered in its sentence, and nothing is connected", async () => {
  const id = await newStream(server);
  await consent(server, id);
  const setUp = () => server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth" } });
  for (const call of ["channels.list", "liveStreams.insert"] as const) {
    for (const { reason, status, toWhoAsked } of refusals(call)) {
      far.fail(call, reason, status, LASTING);
      const refused = await setUp();
      far.world.faults.length = 0;
      expect([call, reason, refused.json]).toEqual([call, reason, expect.objectContaining({ message: toWhoAsked })]);
      expect([reason, (await server.call("GET", `/api/streams/${id}`)).json]).toEqual([
        reason,
        expect.objectContaining({ youtubeConnected: false }),
      ]);
    }
  }
  expect((await setUp()).status).toBe(200);
});

it("a refusal at channels.list, where a stream that has a channel is connected again, is told in its sentence, and nothing is changed", async () => {
  const id = await connected(server);
  const leave = () => server.services.db.select({ grant: streams.ytGrantId }).from(streams).get();
  const before = leave();
  for (const refusal of refusals("channels.list")) {
    const { reason, status } = refusal;
    far.fail("channels.list", reason, status, LASTING);
    const refused = await consent(server, id);
    far.world.faults.length = 0;
    expect([reason, refused.text]).toEqual([reason, expect.stringContaining(toldAtReturn(refusal))]);
    expect([reason, refused.status >= 400, leave()]).toEqual([reason, true, before]);
  }
  expect((await consent(server, id)).status).toBe(200);
});

/** What is told of a picture alone. */
const OF_A_PICTURE: Readonly<Record<string, string>> = {
  forbidden: "YouTube takes pictures of verified channels alone.",
  videoNotFound: "YouTube does not find the broadcast. It is tried again by itself.",
};

it("a refusal at liveBroadcasts.update, videos.list or thumbnails.set is told in its sentence, and the broadcast stays live as it is", async () => {
  const id = await connected(server);
  await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
  await expect.poll(() => settledByGrant(server.services).size).toBe(1);
  for (const { reason, status, toWhoAsked } of refusals("liveBroadcasts.update")) {
    far.fail("liveBroadcasts.update", reason, status, LASTING);
    const refused = await server.call("PATCH", `/api/youtube/update-stream/${id}`, { body: { title: "Dawn" } });
    far.world.faults.length = 0;
    expect([reason, refused.json]).toEqual([reason, expect.objectContaining({ message: toWhoAsked })]);
  }
  for (const { reason, status, words } of refusals("videos.list")) {
    far.fail("videos.list", reason, status, LASTING);
    for (const [grant, rows] of settledByGrant(server.services)) await pollViewers(server.services, grant, rows);
    far.world.faults.length = 0;
    const why = reason === "videoNotFound" ? "It is asked again within minutes." : words;
    const told = openRows(server.services.db).map((row) => row.notice);
    expect([reason, told]).toEqual([reason, [`How many watch could not be read. ${why}`]]);
  }
  for (const [at, { reason, status, words }] of refusals("thumbnails.set").entries()) {
    far.fail("thumbnails.set", reason, status, LASTING);
    giveArtwork(server, at.toString(16).padStart(64, "0"));
    const [row] = openRows(server.services.db);
    await setThumbnail(server.services, row?.id ?? "");
    far.world.faults.length = 0;
    const sentence = OF_A_PICTURE[reason] ?? words;
    expect([reason, openRows(server.services.db)[0]?.thumbnailNotice]).toEqual([reason, expect.stringContaining(sentence)]);
  }
  expect([...far.world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "Night" } }]);
});
