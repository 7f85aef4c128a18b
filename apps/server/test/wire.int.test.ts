import {
  HEARTBEAT_EVENT,
  type JournalEntry,
  LIVE_REFRESH_MS,
  OFF_AIR,
  type OnAir,
  itemId,
  onAir as onAirShape,
  sessionId,
  streamId,
  takenOf,
  trackId,
} from "@nightjar/contract";
import { addTrack } from "@nightjar/api/testing";
import { streamItems } from "@nightjar/db";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestServer, textAt } from "./support/server.ts";
import type { TestServer } from "./support/server.ts";

const ENTRIES = 2_000;
const REFETCH_MAX_BYTES = 5_000;
/** The chart of what a destination took is read as often: a step of it lasts so long. */
const CHART_REFRESH_MS = 15_000;
const CHART_MAX_BYTES = 2_500;
const TRACK_START_MAX_BYTES = 3_000;
/** Most of it are the headers of both directions. */
const SUMMARIES_MAX_BYTES = 2_500;
/** As Chromium asks. */
const HEADERS = {
  accept: "*/*",
  "accept-encoding": "gzip, deflate, br, zstd",
  "accept-language": "en-GB,en;q=0.9",
  "user-agent": "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
};

let server: TestServer;
let agent: Agent;
beforeEach(async () => {
  server = await startTestServer();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await server.close();
});

interface Opened {
  readonly socket: Socket;
  /** The body as it was meant, decompressed. */
  readonly body: Readable;
}

/** A request as a tab makes it, with the connection it went through: what passes there is what is paid for. */
async function open(path: string): Promise<Opened> {
  const headers = { ...HEADERS, authorization: `Bearer ${server.adminToken}`, cookie: `nightjar_session=${server.adminToken}` };
  const asked = request(`${server.url}${path}`, { agent, headers });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  expect({ status: answer.statusCode, encoding: answer.headers["content-encoding"] }).toEqual({ status: 200, encoding: "gzip" });
  return { socket: answer.socket, body: answer.pipe(createGunzip()) };
}

/** What a call costs in both directions on a connection that is there. */
async function costOf(path: string): Promise<{ readonly bytes: number; readonly text: string }> {
  const first = await open(path);
  await text(first.body);
  const { socket } = first;
  const before = socket.bytesRead + socket.bytesWritten;
  const second = await open(path);
  const answered = await text(second.body);
  expect(second.socket).toBe(socket);
  return { bytes: socket.bytesRead + socket.bytesWritten - before, text: answered };
}

/** Reads on until that was told. */
async function until(body: Readable, what: string): Promise<void> {
  let heard = "";
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    heard += String(chunk);
    if (heard.includes(what)) return;
  }
  throw new Error(`the stream ended before ${what}`);
}

/** Titles are of two words that do not repeat: what is compressed must not be easier than life. */
const name = () => randomUUID().slice(0, 13).replace("-", " ");

function onAir(session: string, item: string, track: string): OnAir {
  const sounding = (n: number) => ({
    ...{ id: n === 0 ? track : randomUUID(), itemId: n === 0 ? item : randomUUID(), title: name(), artist: name() },
    ...{ startedAt: new Date(Date.UTC(2026, 2, 1) - n * 200_000).toISOString(), durationMs: 200_000 + n },
  });
  const destination = { id: randomUUID(), kind: "rtmp", host: "a.rtmp.example.com", state: "sending", bytesSent: 123_456_789 };
  return onAirShape.parse({
    ...{ ...OFF_AIR, state: "on-air", sessionId: session, startedAt: new Date().toISOString(), positionMs: 12_345 },
    ...{ track: sounding(0), nextTrack: sounding(-1), history: Array.from({ length: 20 }, (_, n) => sounding(n + 1)) },
    destinations: [{ ...destination, bitrateKbps: 4_660, reconnects: 0, lastError: null, evidenceAgeMs: 321 }],
    renders: Array.from({ length: 3 }, () => ({ label: `Picture for ${name()}`, progress: 0.42, dueAt: new Date().toISOString() })),
  });
}

async function liveStream() {
  const id = streamId.parse(textAt(await server.call("POST", "/api/streams", { body: { title: "Night", description: name() } }), "id"));
  // One transaction: each of its own would wait for the disk.
  const tracks = server.services.db.transaction((tx) => {
    const added = Array.from({ length: ENTRIES }, () => addTrack(server.services, name(), name()));
    for (const [position, track] of added.entries()) tx.insert(streamItems).values({ streamId: id, trackId: track, position }).run();
    return added;
  });
  await server.call("PUT", `/api/streams/${id}/destination`, { body: { rtmpUrl: "rtmp://a.rtmp.example.com/live2", streamKey: "k" } });
  await server.call("POST", `/api/direct-streaming/start/${id}`, { body: {} });
  return { id, track: trackId.parse(tracks[0]) };
}

/** As a line takes what is produced in real time: no step is quite like another. */
const aFullHour = () => {
  const kbps = Array.from({ length: 3_600_000 / CHART_REFRESH_MS }, () => randomInt(4_460, 4_860));
  return takenOf.parse({ destinationId: randomUUID(), stepMs: CHART_REFRESH_MS, kbps });
};
const inputOf = (input: object) => `batch=1&input=${encodeURIComponent(JSON.stringify({ 0: input }))}`;

it("a tab with a live stream of 2,000 entries reads at most 5 kB every five seconds, its chart included, and at most 3 kB more at a track start", async () => {
  const { id, track } = await liveStream();
  const session = sessionId.parse("session-1");
  const item = itemId.parse(randomUUID());
  const air = onAir(session, item, track);
  server.engine.setOnAir(id, air);

  const refetch = await costOf(`/trpc/streams.live?${inputOf({ id })}`);
  expect(refetch.text).toContain(air.track?.title);
  server.engine.taken = [aFullHour()];
  const chart = await costOf(`/trpc/streams.takenLately?${inputOf({ id })}`);
  expect(chart.text).toContain(String(server.engine.taken[0]?.kbps));

  // What a browser asks for beside these, which is nothing, is counted by e2e/test/rundown-on-air.e2e.test.ts.
  const { socket, body } = await open("/api/events");
  await until(body, HEARTBEAT_EVENT);
  const quietBytes = socket.bytesRead;
  const entry: JournalEntry = {
    ...{ type: "started", position: 1, entryId: randomUUID(), streamId: id, sessionId: session },
    ...{ itemId: item, trackId: track, title: name(), artist: name(), isrcCode: "DEA000000001" },
    startedAt: new Date().toISOString(),
  };
  // The state is told several times around a start: what is next becomes known, and what is rendered for it.
  const fresh = onAir(session, randomUUID(), track);
  const later = { ...air, track: air.nextTrack, nextTrack: fresh.nextTrack, renders: fresh.renders };
  const history = air.track ? [air.track, ...air.history].slice(0, 20) : [];
  for (const progress of [0.1, 0.5, 0.9, 1]) {
    server.engine.emit({ type: "on-air", streamId: id, onAir: { ...later, history, render: { ready: progress === 1, progress } } });
  }
  server.engine.write(entry);
  await until(body, "as-run");
  const startBytes = socket.bytesRead - quietBytes;
  body.destroy();

  const whole = await server.call("GET", `/api/streams/${id}`);
  console.log(
    `on the wire: ${refetch.bytes} bytes every ${LIVE_REFRESH_MS} ms, ${chart.bytes} every ${CHART_REFRESH_MS} ms, ${startBytes} bytes at a track start; the stream whole has ${whole.text.length}`,
  );
  expect(chart.bytes).toBeLessThan(CHART_MAX_BYTES);
  expect(refetch.bytes + (chart.bytes * LIVE_REFRESH_MS) / CHART_REFRESH_MS).toBeLessThan(REFETCH_MAX_BYTES);
  expect(startBytes).toBeLessThan(TRACK_START_MAX_BYTES);
});

it("what screens of many streams read with every count of viewers does not grow with their tracklists", async () => {
  const { id } = await liveStream();
  const { bytes, text: answered } = await costOf("/trpc/streams.summaries?batch=1&input=%7B%7D");
  console.log(`all streams, one of ${ENTRIES.toLocaleString("en")} entries among them: ${bytes.toLocaleString("en")} bytes on the wire`);
  expect(bytes).toBeLessThan(SUMMARIES_MAX_BYTES);
  expect(answered).toContain(`"id":"${id}"`);
  expect(answered).toContain(`"trackCount":${ENTRIES}`);
});
