import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { run } from "@nightjar/media";
import { freePort } from "@nightjar/rtmp-ingest";
import { afterEach, describe, expect, it } from "vitest";
import { FlvStreamParser } from "../src/flv/stream-parser.ts";
import type { Viewer } from "../src/local/channel.ts";
import { LocalServer } from "../src/local/local-server.ts";
import { memoryLog } from "./support/engine.ts";

const NAME = "name-to-play";
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function listening(names: readonly string[] = [NAME]): Promise<LocalServer> {
  const server = new LocalServer({ host: "127.0.0.1", port: await freePort(), log: memoryLog().log });
  ends.push(() => server.close());
  await server.open();
  server.keep(new Set(names));
  return server;
}

/** Whoever sends a moving picture and a tone there, as fast as they are shown. */
function send(url: string): ChildProcess {
  const picture = ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25"];
  const sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"];
  const coded = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  const args = ["-nostdin", "-v", "error", "-re", ...picture, "-re", ...sound, ...coded, "-t", "60", "-f", "flv", url];
  const child = spawn("ffmpeg", args, { stdio: "ignore" });
  ends.push(() => child.kill("SIGKILL"));
  return child;
}

async function probe(url: string): Promise<string[]> {
  const args = ["-v", "error", "-rw_timeout", "20000000", "-show_entries", "stream=codec_name,width", "-of", "csv=p=0", url];
  const { stdout } = await run("ffprobe", args, { timeoutMs: 30_000 });
  return stdout.toString("utf8").trim().split("\n").toSorted();
}

/** A viewer that keeps what it was given, and reads as fast as it says. */
function viewer({ isSlow = false } = {}) {
  const ended = Promise.withResolvers<void>();
  const fiveMore = Promise.withResolvers<void>();
  const given: Buffer[] = [];
  const own: Viewer = {
    shape: "flv",
    take(bytes) {
      if (given.push(bytes) > 5) fiveMore.resolve();
      return !isSlow;
    },
    end: ended.resolve,
  };
  return { ...own, given, ended: ended.promise, fiveMore: fiveMore.promise };
}

describe("the test stream's server", () => {
  it("is played by its name over RTMP while our own publisher sends, also by who came before that", async () => {
    const server = await listening();
    const early = probe(`${server.publishUrl}/${NAME}`);
    send(`${server.publishUrl}/${server.publishName(NAME)}`);
    expect(await early).toEqual(["aac", "h264,320"]);
    expect(await probe(`${server.publishUrl}/${NAME}`)).toEqual(["aac", "h264,320"]);
  });

  it("lets nobody publish who does not know what only this process knows, neither a new name nor one that is played", async () => {
    const server = await listening();
    for (const name of [NAME, "another", `${NAME}?key=1`]) {
      const [code] = await once(send(`${server.publishUrl}/${name}`), "exit");
      expect(code).not.toBe(0);
    }
    expect(new LocalServer({ host: "127.0.0.1", port: 1, log: memoryLog().log }).publishName(NAME)).not.toBe(server.publishName(NAME));
  });

  it("plays nothing to who knows no name, nor to who knows one of before", async () => {
    const server = await listening();
    send(`${server.publishUrl}/${server.publishName(NAME)}`);
    await probe(`${server.publishUrl}/${NAME}`);
    await expect(probe(`${server.publishUrl}/guess`)).rejects.toThrow();
    server.keep(new Set(["name-of-later"]));
    await expect(probe(`${server.publishUrl}/${NAME}`)).rejects.toThrow();
  });

  it("begins each viewer with headers and a key picture, ends all when the sender ends, and drops alone who is slow", async () => {
    const server = await listening();
    const sender = send(`${server.publishUrl}/${server.publishName(NAME)}`);
    const fast = viewer();
    const slow = viewer({ isSlow: true });
    server.watch(NAME, fast);
    server.watch(NAME, slow);
    await slow.ended;
    expect(server.viewers(NAME)).toBe(1);
    await fast.fiveMore;
    const kinds = [...new FlvStreamParser().push(Buffer.concat(fast.given))].map(({ kind, isKey }) => (isKey ? `${kind} key` : kind));
    expect(kinds.slice(0, 4)).toEqual(["script", "video-header key", "audio-header", "video key"]);
    sender.kill("SIGKILL");
    await fast.ended;
    expect(slow.given).toHaveLength(1);
    expect(server.viewers(NAME)).toBe(0);
  });

  it("says when its port is taken, and has it where it was free, and gives it back when there is nothing to watch", async () => {
    const server = await listening();
    const { port } = new URL(server.publishUrl);
    const second = new LocalServer({ host: "127.0.0.1", port: Number(port), log: memoryLog().log });
    await expect(second.open()).rejects.toThrow("EADDRINUSE");
    server.keep(new Set());
    await server.close();
    const other = createServer().listen(Number(port), "127.0.0.1");
    await once(other, "listening");
    other.close();
  });
});
