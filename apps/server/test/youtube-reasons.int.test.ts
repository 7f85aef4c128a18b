import { YouTubeError } from "@nightjar/api";
import { openRows, pollAccount, pollViewers, setThumbnail, settledByGrant, toAsker } from "@nightjar/api/testing";
import { streams, ytBroadcasts } from "@nightjar/db";
import { type CallName, type StandIn, reasonsOf } from "@nightjar/youtube-standin";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestServer } from "./support/server.ts";
import { connected, consent, newStream, studioGround } from "./support/youtube.ts";

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
/** On the page that comes back from Google, where a stream that has a channel is connected again. */
function toldAtReturn({ consequence, message }: YouTubeError): string {
  if (consequence === "reconnect") return message;
  if (consequence !== "again" && consequence !== "slower") return `${toAsker(message)} Nothing was changed.`;
  return "so nothing was changed. Close this window and try again in some minutes.";
}
/** What is no refusal of what was asked for is not told: it was so already, is waited for, or is read again. */
const QUIET = new Set(["done", "wait", "look"]);

interface Said {
  readonly follows: string;
  readonly words: string;
  /** Left out: whoever asked for the call is told the same. */
  readonly toWhoAsked?: string;
}
const QUOTA: Said = {
  follows: "quota",
  words: "The YouTube quota of this day is used up. Streams go on; YouTube is asked again after midnight in California.",
  toWhoAsked: "The YouTube quota of this day is used up. Try again after midnight in California.",
};
const TOO_FAST: Said = {
  follows: "slower",
  words: "YouTube asks the studio to slow down. It is tried again by itself.",
  toWhoAsked: "YouTube asks the studio to slow down. Try again in a minute.",
};
/** Of the reasons that the documents say what to do about: all that follows here takes the words from the code. */
const SAID: Readonly<Record<string, Said>> = {
  liveStreamingNotEnabled: {
    follows: "stuck",
    words:
      "Live streaming is not switched on for this channel. Switch it on at www.youtube.com/features, which takes YouTube up to 24 hours, then start again.",
  },
  insufficientLivePermissions: {
    follows: "stuck",
    words: "The connected Google account may not manage this channel's live streams. Connect an account that owns the channel.",
  },
  livePermissionBlocked: {
    follows: "stuck",
    words: "YouTube has blocked this channel from streaming live. Look at www.youtube.com/features for why and until when.",
  },
  redundantTransition: { follows: "done", words: "The broadcast is in that state already." },
  errorStreamInactive: { follows: "wait", words: "YouTube does not receive the stream yet. It goes live as soon as it does." },
  invalidTransition: { follows: "look", words: "The broadcast is in another state than expected. It is read again." },
  quotaExceeded: QUOTA,
  dailyLimitExceeded: QUOTA,
  userRequestsExceedRateLimit: TOO_FAST,
  rateLimitExceeded: TOO_FAST,
  liveBroadcastNotFound: {
    follows: "gone",
    words: "The broadcast is not there any more at YouTube. A new one is made.",
    toWhoAsked: "The broadcast is not there any more at YouTube, so nothing was changed. The next Start makes a new one.",
  },
  liveStreamNotFound: {
    follows: "keyless",
    words: "The stream key is not there any more at YouTube. A new one is made.",
    toWhoAsked: "The stream key is not there any more at YouTube. The next Start makes a new one.",
  },
  concurrentBroadcastsExceedLimit: {
    follows: "stuck",
    words: "The channel has too many broadcasts live at once. End another one, then start again.",
  },
};

it("each reason that the documents say what to do about leads to that, and is told in these words", () => {
  const ofTable = Object.entries(SAID).map(([reason, { follows, words, toWhoAsked = words }]) => [reason, follows, words, toWhoAsked]);
  const ofCode = Object.keys(SAID).map((reason) => {
    const { consequence, message } = new YouTubeError(reason, 403);
    return [reason, consequence, message, toAsker(message)];
  });
  expect(ofCode).toEqual(ofTable);
});

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

describe("what lasts, at a poll of what is live", () => {
  /** What the broadcast is called here meanwhile, which somebody has renamed at YouTube from Night to Dawn: what its own list tells is kept. */
  const MEANWHILE = { "liveBroadcasts.list": "Night", "liveStreams.list": "Dawn" } as const satisfies Partial<Record<CallName, string>>;

  /** A poll, and what the machine does with what that found gone. */
  async function round(): Promise<void> {
    for (const [grant, rows] of settledByGrant(server.services)) await pollAccount(server.services, grant, rows);
    if (settledByGrant(server.services).size > 0) return;
    for (const { id } of openRows(server.services.db)) await server.services.broadcasts.advance(id);
  }

  for (const call of Object.keys(MEANWHILE) as (keyof typeof MEANWHILE)[]) {
    it.each(refusals(call))(
      `${call}, $reason: is told in its sentence and hides nothing else, and the broadcast stays live, also once that is over`,
      async ({ error, reason, status }) => {
        const id = await consented();
        await setUp(id);
        await start(id);
        await expect.poll(() => settledByGrant(server.services).size).toBe(1);
        for (const { snippet } of far.world.broadcasts.values()) snippet.title = "Dawn";
        far.fail(call, reason, status, LASTING);
        await round();
        expect(await notice(id)).toMatchObject({ notice: error.message });
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

  it("at channels.list, where a stream that has a channel is connected again: is told in its sentence, and nothing is changed", async () => {
    const id = await connected(server);
    const leave = () => server.services.db.select({ grant: streams.ytGrantId }).from(streams).get();
    const before = leave();
    for (const { error, reason, status } of refusals("channels.list")) {
      far.fail("channels.list", reason, status, LASTING);
      const refused = await consent(server, id);
      far.world.faults.length = 0;
      expect([reason, refused.text]).toEqual([reason, expect.stringContaining(toldAtReturn(error))]);
      expect([reason, refused.status >= 400, leave()]).toEqual([reason, true, before]);
    }
    expect((await consent(server, id)).status).toBe(200);
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
      for (const [grant, rows] of settledByGrant(server.services)) await pollViewers(server.services, grant, rows);
      far.world.faults.length = 0;
      const why = reason === "videoNotFound" ? "It is asked again within minutes." : error.message;
      const told = openRows(server.services.db).map((row) => row.notice);
      expect([reason, told]).toEqual([reason, [`How many watch could not be read. ${why}`]]);
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
