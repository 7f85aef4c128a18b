// What YouTube refuses again and again of what the studio does by itself: where the broadcast stands meanwhile, which words are told, and that it goes on.
import { YouTubeError } from "@nightjar/api";
import { openRows, pollAccount, settledByGrant, toAsker } from "@nightjar/api/testing";
import { grants, ytBroadcasts } from "@nightjar/db";
import { byDayOneOfAKind } from "@nightjar/kit/testing";
import { CALL_NAMES, type CallName, type LifeCycle, type StandIn } from "@nightjar/youtube-standin";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { connected, studioGround } from "./support/youtube.ts";
import { LASTING, refusals } from "./support/youtube-reasons.ts";

const LONG_AGO = new Date(0);

const ground = studioGround();
const { setFed, states } = ground;
let far: StandIn;
let server: TestServer;
beforeEach(() => void ({ far, server } = ground.open()));

const start = (id: string, body: object = {}) => server.call("POST", `/api/direct-streaming/start/${id}`, { body });
const notice = async (id: string) => (await server.call("GET", `/api/youtube/status/${id}`)).json;
const times = (call: CallName, reason: string) => far.world.asked.filter((one) => one.call === call && one.outcome === reason).length;
/** As if the pause were over. */
async function advanceNow(): Promise<void> {
  for (const { id } of openRows(server.services.db)) await server.services.broadcasts.advance(id);
}

/** What is no refusal of what was asked for is not told: it was so already, is waited for, or is read again. */
const QUIET = new Set(["done", "wait", "look"]);

/** Of reasons that lead to the same, one by day. */
const byDay = (call: CallName) => byDayOneOfAKind(refusals(call), ({ follows, status }) => `${follows} ${status}`);

it("each documented reason leads to what is written down of it, and is told in these words", () => {
  const written = CALL_NAMES.flatMap((call) => refusals(call));
  const ofCode = written.map(({ reason, status }) => {
    const { consequence, message } = new YouTubeError(reason, status);
    return { reason, status, follows: consequence, words: message, toWhoAsked: toAsker(message) };
  });
  expect(ofCode).toEqual(written);
});

describe("what lasts, at a call of Start", () => {
  interface Scene {
    readonly call: CallName;
    /** When it is asked for; left out: at the first time that it is. */
    readonly when?: string;
    /** What leads to that, before the Start. */
    readonly given?: (id: string) => Promise<unknown>;
    /** Where the broadcast stands meanwhile. */
    readonly meanwhile: readonly LifeCycle[];
  }
  const answerIsLost = async () => far.fail("liveBroadcasts.insert", "backendError", 503, { after: true });
  const keyIsGone = async () => far.world.streams.clear();
  const madeByHand = (id: string) => server.call("POST", `/api/youtube/create-stream/${id}`, { body: { privacy: "public" } });
  const SCENES: readonly Scene[] = [
    { call: "liveBroadcasts.insert", meanwhile: [] },
    { call: "liveBroadcasts.bind", meanwhile: ["created"] },
    { call: "liveBroadcasts.transition", meanwhile: ["ready"] },
    { call: "liveBroadcasts.list", meanwhile: ["ready"] },
    { call: "liveStreams.list", meanwhile: ["ready"] },
    { call: "liveBroadcasts.list", when: " after an insert of which no answer came", given: answerIsLost, meanwhile: ["created"] },
    { call: "liveStreams.list", when: " where the key is gone", given: keyIsGone, meanwhile: ["created"] },
    { call: "liveStreams.insert", when: " where the key is gone", given: keyIsGone, meanwhile: ["created"] },
    { call: "liveBroadcasts.update", when: " of one that was made by hand", given: madeByHand, meanwhile: ["ready"] },
  ];

  for (const { call, given, meanwhile, when = "" } of SCENES) {
    // What YouTube is not told is not overcome by reading it again.
    const isTold = (follows: string) => call === "liveBroadcasts.update" || !QUIET.has(follows);
    it.each(byDay(call))(
      `${call}${when}, $reason: is told in its sentence, the stream is sent on, and it goes live once that is over, to nobody who is not to see it`,
      async ({ follows, reason, status, words }) => {
        const id = await connected(server);
        await given?.(id);
        far.fail(call, reason, status, LASTING);
        await start(id, { privacy: "private" });
        await expect.poll(async () => (await advanceNow(), times(call, reason))).toBeGreaterThan(0);
        if (isTold(follows)) await expect.poll(() => notice(id)).toMatchObject({ notice: words });
        expect([reason, states()]).toEqual([reason, meanwhile]);
        expect(server.engine.stopped).toEqual([]);
        far.world.faults.length = 0;
        await expect
          .poll(async () => {
            server.services.db.update(ytBroadcasts).set({ checkedAt: LONG_AGO }).run();
            await advanceNow();
            return states();
          })
          .toEqual(["live"]);
        expect([...far.world.broadcasts.values()]).toMatchObject([{ privacyStatus: "private" }]);
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
    it.each(byDay(call))(
      `${call}, $reason: is told in its sentence with the broadcast's address, which is ended once that is over`,
      async ({ follows, reason, status, words }) => {
        setFed(before === "live");
        const id = await connected(server);
        await start(id);
        await expect.poll(states).toEqual([before]);
        far.fail(call, reason, status, LASTING);
        await server.call("POST", `/api/direct-streaming/stop/${id}`);
        await expect.poll(() => times(call, reason)).toBeGreaterThan(0);
        const [row] = openRows(server.services.db);
        const left = `The broadcast at https://www.youtube.com/watch?v=${row?.ytBroadcastId} is not ended yet. ${words}`;
        // What is not there is as it was to be.
        if (QUIET.has(follows) || follows === "gone") expect(await notice(id)).toMatchObject({ notice: null });
        else await expect.poll(() => notice(id)).toMatchObject({ notice: left });
        expect([reason, states()]).toEqual([reason, [before]]);
        far.world.faults.length = 0;
        await expect
          .poll(async () => {
            await advanceNow();
            return [states(), openRows(server.services.db).length];
          })
          .toEqual([after, 0]);
        expect(await notice(id)).toMatchObject({ notice: null });
      },
    );

    it(`${call}: for no reason is it given up after Disconnect, and it is ended once that is over, by a leave that is kept until then`, async () => {
      setFed(before === "live");
      const id = await connected(server);
      await start(id);
      await expect.poll(states).toEqual([before]);
      const { db } = server.services;
      for (const [at, { reason, status }] of refusals(call).entries()) {
        far.world.faults.length = 0;
        far.fail(call, reason, status, LASTING);
        if (at === 0) await server.call("PATCH", `/api/streams/${id}`, { body: { youtubeConnected: false } });
        await expect.poll(async () => (await advanceNow(), times(call, reason))).toBeGreaterThan(0);
        // Whoever asked has heard of it by then.
        await advanceNow();
        expect([reason, states(), openRows(db).length, db.select().from(grants).all().length]).toEqual([reason, [before], 1, 1]);
      }
      far.world.faults.length = 0;
      await expect
        .poll(async () => {
          await advanceNow();
          return [states(), openRows(db).length, db.select().from(grants).all().length];
        })
        .toEqual([after, 0, 0]);
    });
  }
});

describe("what lasts, at a poll of what is live", () => {
  /** What the broadcast is called here meanwhile, which somebody has renamed at YouTube from Night to Dawn: what its own list tells is kept. */
  const MEANWHILE = { "liveBroadcasts.list": "Night", "liveStreams.list": "Dawn" } as const satisfies Partial<Record<CallName, string>>;

  /** A poll, and what the machine does with what that found gone. */
  async function round(): Promise<void> {
    for (const [grant, rows] of settledByGrant(server.services)) await pollAccount(server.services, grant, rows);
    if (settledByGrant(server.services).size === 0) await advanceNow();
  }

  for (const call of Object.keys(MEANWHILE) as (keyof typeof MEANWHILE)[]) {
    it.each(byDay(call))(
      `${call}, $reason: is told in its sentence and hides nothing else, and the broadcast stays live, also once that is over`,
      async ({ reason, status, words }) => {
        const id = await connected(server);
        await start(id);
        await expect.poll(() => settledByGrant(server.services).size).toBe(1);
        for (const { snippet } of far.world.broadcasts.values()) snippet.title = "Dawn";
        far.fail(call, reason, status, LASTING);
        await round();
        expect(await notice(id)).toMatchObject({ notice: words });
        const streamStatus = reason === "liveStreamNotFound" ? "missing" : "active";
        expect(openRows(server.services.db)).toMatchObject([{ lifeCycle: "live", streamStatus, title: MEANWHILE[call] }]);
        expect([reason, states(), server.engine.stopped]).toEqual([reason, ["live"], []]);
        far.world.faults.length = 0;
        await expect
          .poll(async () => {
            await round();
            return openRows(server.services.db);
          })
          .toMatchObject([{ lifeCycle: "live", streamStatus: "active", title: "Dawn" }]);
        expect([await notice(id), states()]).toMatchObject([{ notice: null }, ["live"]]);
      },
    );
  }
});
