import { YouTubeError } from "@nightjar/api";
import { openRows, pollAccount, setThumbnail, settledByGrant, toAsker } from "@nightjar/api/testing";
import { streams, ytBroadcasts } from "@nightjar/db";
import { type CallName, type StandIn, reasonsOf } from "@nightjar/youtube-standin";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { consent, newStream, studioGround } from "./support/youtube.ts";

const LONG_AGO = new Date(0);
/** For as long as a test takes. */
const LASTING = { times: 1e6 } as const;

const ground = studioGround();
const { setFed, states } = ground;
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

async function consented(): Promise<string> {
  const id = await newStream(server);
  await consent(server, id);
  return id;
}
const setUp = (id: string) => server.call("POST", `/api/youtube/setup-stream/${id}`, { body: { channelId: "UC-moth" } });
const start = (id: string) => server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
const notice = async (id: string) => (await server.call("GET", `/api/youtube/status/${id}`)).json;

/** All that a call may be refused with, each with the sentence that is to be shown. */
const refusals = (call: CallName) =>
  reasonsOf(call).map(([reason, status]) => ({ reason, status, error: new YouTubeError(reason, status) }));
/** What is no refusal of what was asked for is not told: it was so already, is waited for, or is read again. */
const QUIET = new Set(["done", "wait", "look"]);

describe("what lasts, at a call of Start", () => {
  /** Where the broadcast stands meanwhile. */
  const MEANWHILE = {
    "liveBroadcasts.insert": [],
    "liveBroadcasts.bind": ["created"],
    "liveBroadcasts.transition": ["ready"],
    "liveBroadcasts.list": ["ready"],
    "liveStreams.list": ["ready"],
  } as const satisfies Partial<Record<CallName, readonly string[]>>;

  for (const call of Object.keys(MEANWHILE) as (keyof typeof MEANWHILE)[]) {
    it.each(refusals(call))(
      `${call}, $reason: is told in its sentence, the stream is sent on, and it goes live once that is over`,
      async (one) => {
        const { error, reason, status } = one;
        const id = await consented();
        await setUp(id);
        far.fail(call, reason, status, LASTING);
        await start(id);
        const met = () => far.world.asked.filter((asked) => asked.call === call && asked.outcome === reason).length;
        await expect.poll(met).toBeGreaterThan(0);
        if (!QUIET.has(error.consequence)) await expect.poll(() => notice(id)).toMatchObject({ notice: error.message });
        expect([reason, states()]).toEqual([reason, MEANWHILE[call]]);
        expect(server.engine.stopped).toEqual([]);
        far.world.faults.length = 0;
        // As if the pause were over.
        const [row] = openRows(server.services.db);
        await expect
          .poll(async () => {
            server.services.db.update(ytBroadcasts).set({ checkedAt: LONG_AGO }).run();
            await server.services.broadcasts.advance(row?.id ?? "");
            return states();
          })
          .toEqual(["live"]);
      },
    );
  }
});

describe("what lasts, at a call of Stop", () => {
  /** What was live is completed, what never was is deleted: where the broadcast stands until then, and after it. */
  const OF_AN_END = {
    "liveBroadcasts.transition": { before: "live", after: ["complete"] },
    "liveBroadcasts.delete": { before: "ready", after: [] },
  } as const satisfies Partial<Record<CallName, object>>;

  for (const call of Object.keys(OF_AN_END) as (keyof typeof OF_AN_END)[]) {
    const { after, before } = OF_AN_END[call];
    it.each(refusals(call))(
      `${call}, $reason: is told in its sentence with the broadcast's address, which is ended once that is over`,
      async ({ error, reason, status }) => {
        setFed(before === "live");
        const id = await consented();
        await setUp(id);
        await start(id);
        await expect.poll(states).toEqual([before]);
        far.fail(call, reason, status, LASTING);
        await server.call("POST", `/api/direct-streaming/stop/${id}`);
        const met = () => far.world.asked.filter((asked) => asked.call === call && asked.outcome === reason).length;
        await expect.poll(met).toBeGreaterThan(0);
        const [row] = openRows(server.services.db);
        const left = `The broadcast at https://www.youtube.com/watch?v=${row?.ytBroadcastId} is not ended yet. ${error.message}`;
        if (QUIET.has(error.consequence)) expect(await notice(id)).toMatchObject({ notice: null });
        else await expect.poll(() => notice(id)).toMatchObject({ notice: left });
        expect([reason, states()]).toEqual([reason, [before]]);
        far.world.faults.length = 0;
        // As if the pause were over.
        await expect
          .poll(async () => {
            await server.services.broadcasts.advance(row?.id ?? "");
            return [states(), openRows(server.services.db).length];
          })
          .toEqual([after, 0]);
        expect(await notice(id)).toMatchObject({ notice: null });
      },
    );
  }
});

describe("what is refused of what somebody asks for", () => {
  it("at channels.list and liveStreams.insert: is answered in its sentence, and nothing is connected", async () => {
    const id = await consented();
    for (const call of ["channels.list", "liveStreams.insert"] as const) {
      for (const { error, reason, status } of refusals(call)) {
        far.fail(call, reason, status, LASTING);
        const refused = await setUp(id);
        far.world.faults.length = 0;
        expect([call, reason, refused.json]).toEqual([call, reason, expect.objectContaining({ message: toAsker(error.message) })]);
        expect([reason, (await server.call("GET", `/api/streams/${id}`)).json]).toEqual([
          reason,
          expect.objectContaining({ youtubeConnected: false }),
        ]);
      }
    }
    expect((await setUp(id)).status).toBe(200);
  });

  it("at liveBroadcasts.update, videos.list and thumbnails.set: is told in its sentence, and the broadcast stays live as it is", async () => {
    const id = await consented();
    await setUp(id);
    await start(id);
    await expect.poll(() => settledByGrant(server.services).size).toBe(1);
    for (const { error, reason, status } of refusals("liveBroadcasts.update")) {
      far.fail("liveBroadcasts.update", reason, status, LASTING);
      const refused = await server.call("PATCH", `/api/youtube/update-stream/${id}`, { body: { title: "Dawn" } });
      far.world.faults.length = 0;
      expect([reason, refused.json]).toEqual([reason, expect.objectContaining({ message: toAsker(error.message) })]);
    }
    for (const { error, reason, status } of refusals("videos.list")) {
      far.fail("videos.list", reason, status, LASTING);
      for (const [grant, rows] of settledByGrant(server.services)) {
        await expect(pollAccount(server.services, grant, rows, true)).rejects.toThrow(error.message);
      }
      far.world.faults.length = 0;
    }
    for (const [at, { error, reason, status }] of refusals("thumbnails.set").entries()) {
      far.fail("thumbnails.set", reason, status, LASTING);
      chooseArtwork(at);
      const [row] = openRows(server.services.db);
      await setThumbnail(server.services, row?.id ?? "");
      far.world.faults.length = 0;
      const sentence = reason === "forbidden" ? "YouTube takes pictures of verified channels alone." : error.message;
      expect([reason, openRows(server.services.db)[0]?.thumbnailNotice]).toEqual([reason, expect.stringContaining(sentence)]);
    }
    expect([...far.world.broadcasts.values()]).toMatchObject([{ lifeCycleStatus: "live", snippet: { title: "Night" } }]);
  });

  function chooseArtwork(at: number): void {
    const { db, files } = server.services;
    const name = `${at.toString(16).padStart(64, "0")}.jpg`;
    mkdirSync(dirname(files.path("artwork", name)), { recursive: true });
    writeFileSync(files.path("artwork", name), Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]));
    db.update(streams)
      .set({ artworkUrl: `/api/files/artwork/${name}` })
      .run();
  }
});
