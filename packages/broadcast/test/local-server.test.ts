import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { freePort } from "@nightjar/rtmp-ingest";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readAmf, writeAmf, type AmfValue } from "../src/local/amf0.ts";
import type { Viewer } from "../src/local/channel.ts";
import { ChunkReader, MESSAGE, writeMessage } from "../src/local/chunks.ts";
import { LocalServer } from "../src/local/local-server.ts";
import { memoryLog } from "./support/engine.ts";

const NAME = "name-to-play";
const HALF_BYTES = 1536;
const MB = 1024 * 1024;
const CHUNKS_OF_4096 = Buffer.from([2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0x10, 0]);

let server: LocalServer;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = new LocalServer({ host: "127.0.0.1", port: await freePort(), log: memoryLog().log });
  await server.open();
  server.keep(new Set([NAME]));
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** @param allowHalfOpen closes its side when it wants to, and not when the other is closed */
function connected({ allowHalfOpen = false } = {}): Socket {
  const { hostname, port } = new URL(server.publishUrl);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen });
  // Whoever is put out may hear of it as of a broken connection.
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

/** A client that has shaken hands, and the codes of all it was told. */
async function client(options?: Parameters<typeof connected>[0]) {
  const socket = connected(options);
  await once(socket, "connect");
  const shaken = Promise.withResolvers<void>();
  const told: string[] = [];
  const chunks = new ChunkReader(() => 16 * MB);
  let shakenBytes = 0;
  socket.on("data", (bytes: Buffer) => {
    const own = Math.min(bytes.length, 1 + 2 * HALF_BYTES - shakenBytes);
    shakenBytes += own;
    if (shakenBytes === 1 + 2 * HALF_BYTES) shaken.resolve();
    for (const { type, payload } of chunks.push(bytes.subarray(own)))
      if (type === MESSAGE.command) told.push(JSON.stringify(readAmf(payload)));
  });
  socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * HALF_BYTES)]));
  await shaken.promise;
  socket.write(CHUNKS_OF_4096);
  const send = (type: number, payload: Buffer, timestampMs = 0) =>
    socket.write(writeMessage(3, { type, timestampMs, streamId: 1, payload }));
  const command = (...values: readonly AmfValue[]) => send(MESSAGE.command, writeAmf(values));
  command("connect", 1, { app: "test" });
  command("createStream", 2, null);
  return { socket, send, command, told: () => told.join(" "), closed: closed(socket) };
}

/** Our own publisher, as far as the server can tell. */
async function sender() {
  const own = await client();
  own.command("publish", 3, null, server.publishName(NAME), "live");
  own.send(MESSAGE.video, Buffer.from([0x17, 0, 0, 0, 0, 1]));
  own.send(MESSAGE.audio, Buffer.from([0xaf, 0, 0x11, 0x90]));
  const picture = (timestampMs: number, bytes: number) =>
    own.send(MESSAGE.video, Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(bytes)]), timestampMs);
  return { ...own, picture };
}

function viewer() {
  let bytes = 0;
  const wanted = { bytes: Infinity, resolve: () => {} };
  const own: Viewer = {
    shape: "flv",
    take(some) {
      bytes += some.length;
      if (bytes >= wanted.bytes) wanted.resolve();
      return true;
    },
    end: () => undefined,
  };
  const has = (enough: number) =>
    new Promise<void>((resolve) => {
      Object.assign(wanted, { bytes: enough, resolve });
      if (bytes >= enough) resolve();
    });
  return { own, has };
}

describe("the test stream's server", () => {
  it("drops a player that reads no more, and all others go on meanwhile", async () => {
    const { picture } = await sender();
    const fast = viewer();
    server.watch(NAME, fast.own);
    picture(0, 1000);
    await fast.has(1000);
    const slow = await client();
    slow.command("play", 3, null, NAME);
    await until(() => slow.told().includes("NetStream.Play.Start"));
    slow.socket.pause();
    expect(server.viewers(NAME)).toBe(2);
    const pictures = 40;
    for (let count = 1; count <= pictures; count += 1) picture(count * 40, MB);
    await fast.has(pictures * MB);
    expect(server.viewers(NAME)).toBe(1);
    slow.socket.resume();
    await slow.closed;
  });

  it("counts what a player is given to begin with for nothing: however much that is, only what it lets wait beyond it is too much", async () => {
    const { picture } = await sender();
    const fast = viewer();
    server.watch(NAME, fast.own);
    picture(0, 1000);
    await fast.has(1000);
    // Nothing but the first picture lies far enough back to be begun with.
    for (const at of [100, 700, 1400]) picture(at, 7 * MB);
    await fast.has(21 * MB);
    const newcomer = await client();
    newcomer.command("play", 3, null, NAME);
    await until(() => newcomer.told().includes("NetStream.Play.Start") || newcomer.socket.destroyed);
    newcomer.socket.pause();
    picture(1440, MB);
    await fast.has(22 * MB);
    expect(server.viewers(NAME)).toBe(2);
    for (let count = 1; count <= 20; count += 1) picture(1440 + count, MB);
    await fast.has(42 * MB);
    expect(server.viewers(NAME)).toBe(1);
  });

  it("keeps no place for a player that does not close its side behind the end of the stream", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { socket, picture, closed: senderClosed } = await sender();
    const fast = viewer();
    server.watch(NAME, fast.own);
    picture(0, 1000);
    await fast.has(1000);
    const player = await client({ allowHalfOpen: true });
    player.command("play", 3, null, NAME);
    await until(() => server.viewers(NAME) === 2);
    socket.destroy();
    await senderClosed;
    await until(() => player.told().includes("NetStream.Play.UnpublishNotify"));
    vi.advanceTimersByTime(30_000);
    // Who goes on to speak to a connection that is gone hears that it is.
    const isGone = () => {
      player.command("getStreamLength", 4, null, NAME);
      return player.socket.destroyed;
    };
    await expect.poll(isGone).toBe(true);
  });

  it("refuses to publish under a name that is played, and to play what nobody sends, in words a player knows", async () => {
    const stranger = await client();
    stranger.command("publish", 3, null, NAME, "live");
    await stranger.closed;
    expect(stranger.told()).toContain("NetStream.Publish.BadName");
    const guesser = await client();
    guesser.command("play", 3, null, "guess");
    await guesser.closed;
    expect(guesser.told()).toContain("NetStream.Play.StreamNotFound");
  });

  it("puts out at once whoever speaks something else, or sends a stranger's message that is too long", async () => {
    const browser = connected();
    browser.write("GET / HTTP/1.1\r\n\r\n");
    browser.resume();
    await closed(browser);
    const stranger = await client();
    stranger.send(MESSAGE.video, Buffer.alloc(100_000));
    await stranger.closed;
  });

  it("puts out whoever says much before naming a stream, and lets those say more who have named one", async () => {
    const count = 40;
    const last = `"_result",${count}`;
    const talk = ({ command }: Awaited<ReturnType<typeof client>>) => {
      for (let at = 1; at <= count; at += 1) command("getStreamLength", at, null, "x".repeat(1000));
    };
    const player = await client();
    player.command("play", 3, null, NAME);
    await until(() => player.told().includes("NetStream.Play.Start"));
    const stranger = await client();
    talk(stranger);
    await stranger.closed;
    expect(stranger.told()).not.toContain(last);
    talk(player);
    await until(() => player.told().includes(last));
    expect(server.viewers(NAME)).toBe(1);
  });
});

async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setImmediate(resolve));
}
