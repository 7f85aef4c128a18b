import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export { freePort } from "./free-port.ts";

/** A real far end for tests: nginx with its RTMP module on loopback, recording whatever arrives. */
export interface RtmpIngest {
  /** rtmp://127.0.0.1:PORT/live */
  readonly url: string;
  readonly port: number;
  readonly dir: string;
  readonly pid: number;
  /** Recordings of one stream key, oldest first: one file a connection. */
  recordings(streamKey: string): Promise<string[]>;
  /** The newest recording once it holds this much. */
  waitForBytes(streamKey: string, bytes: number, timeoutMs?: number): Promise<string>;
  /** Bytes received of each stream key that is connected now. */
  received(): Promise<ReadonlyMap<string, number>>;
  /** What the sender of a stream key that is connected now has said of its picture and sound, by nginx's names of it; empty: nothing. */
  told(streamKey: string): Promise<ReadonlyMap<string, string>>;
  /** Ends the ingest; the recordings stay until `remove`. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

const MODULE_PATHS = ["/usr/lib/nginx/modules/ngx_rtmp_module.so"];
const POLL_MS = 20;
const STATISTICS_TIMEOUT_MS = 2000;
/** One that lives and never answers is told of before the hook that waits for it gives up. */
const SERVING_MS = 30_000;
/** Asked to end, it ends what works for it and waits for that, which takes a busy machine its time. */
const STOPPING_MS = 30_000;
/** Of the ports that are found free another process may take one before nginx does. */
const TRIES = 3;

/** What is sent may be rendered first, on a busy machine: so long a test waits for it, only so that it ends where it never comes. */
export const ARRIVAL_PATIENCE_MS = 90_000;

/**
 * @param options.port to come back at the address of an ingest that was stopped
 * @param options.record false: what arrives is counted, not kept
 * @param options.refuse stream keys that may not publish
 * @param options.servingMs how long it is waited for
 * @param options.stoppingMs how long it has to end before it is killed
 */
export async function startRtmpIngest(
  options: { port?: number; dir?: string; record?: boolean; refuse?: readonly string[]; servingMs?: number; stoppingMs?: number } = {},
): Promise<RtmpIngest> {
  const servingMs = options.servingMs ?? SERVING_MS;
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "nightjar-ingest-")));
  const configPath = join(dir, "nginx.conf");
  for (let triesLeft = options.port === undefined ? TRIES : 1; triesLeft > 0; triesLeft -= 1) {
    const port = options.port ?? (await freePort());
    const statPort = await freePort();
    await writeFile(configPath, nginxConfig({ port, statPort, dir, isRecorded: options.record ?? true, refuse: options.refuse ?? [] }));
    const child = startNginx(dir, configPath);
    const statUrl = `http://127.0.0.1:${statPort}${statPath(dir)}`;
    const started = ingest(port, statUrl, dir, { child, stoppingMs: options.stoppingMs ?? STOPPING_MS });
    if (await isServing(statUrl, child, servingMs)) return started;
    if (isRunning(child)) {
      await started.stop();
      throw new Error(`nginx lives, and has not answered within ${servingMs} ms: ${await logOf(dir)}`);
    }
  }
  throw new Error(`nginx ended at its start: ${await logOf(dir)}`);
}

const logOf = (dir: string) => readFile(join(dir, "error.log"), "utf8").catch(() => "it has no log");

function startNginx(dir: string, configPath: string): ChildProcess {
  const child = spawn("nginx", ["-p", dir, "-e", join(dir, "error.log"), "-c", configPath], { stdio: "ignore" });
  const endWithUs = () => void child.kill("SIGTERM");
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  return child;
}

/** Named by its folder: at a port that was taken meanwhile, another ingest does not answer to it. */
const statPath = (dir: string) => `/${basename(dir)}`;

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** It listens to senders and answers. @returns false: it has ended, for somebody else listens there, or does not answer in time */
async function isServing(statUrl: string, child: ChildProcess, withinMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + withinMs;
  while (isRunning(child) && performance.now() < deadlineMs) {
    const answer = await fetch(statUrl, { signal: AbortSignal.timeout(STATISTICS_TIMEOUT_MS) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return true;
    await pause(POLL_MS);
  }
  return false;
}

function ingest(
  port: number,
  statUrl: string,
  dir: string,
  { child, stoppingMs }: { child: ChildProcess; stoppingMs: number },
): RtmpIngest {
  const recordings = async (streamKey: string) => {
    const names = (await readdir(dir)).filter((name) => name.startsWith(`${streamKey}-`) && name.endsWith(".flv"));
    return names.toSorted().map((name) => join(dir, name));
  };
  const stop = async () => {
    if (!isRunning(child)) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const isDown = await Promise.race([exited.then(() => true), pause(stoppingMs, false, { ref: false })]);
    if (!isDown) await killWhole(child);
    await exited;
  };
  const statistics = async () => (await fetch(statUrl)).text();
  return {
    url: `rtmp://127.0.0.1:${port}/live`,
    port,
    dir,
    pid: child.pid ?? 0,
    recordings,
    async waitForBytes(streamKey, bytes, timeoutMs = ARRIVAL_PATIENCE_MS) {
      const deadlineMs = performance.now() + timeoutMs;
      for (;;) {
        const newest = (await recordings(streamKey)).at(-1);
        if (newest && (await stat(newest)).size >= bytes) return newest;
        if (performance.now() > deadlineMs) throw new Error(`no recording of ${bytes} bytes within ${timeoutMs} ms`);
        await pause(POLL_MS);
      }
    },
    async received() {
      // Each stream begins with its name and its own counters, before those of its clients.
      const streams = (await statistics()).matchAll(/<stream>\s*<name>([^<]*)<\/name>[\s\S]*?<bytes_in>(\d+)<\/bytes_in>/g);
      return new Map([...streams].map(([, name = "", bytes]) => [name, Number(bytes)]));
    },
    async told(streamKey) {
      const [, ...streams] = (await statistics()).split("<stream>");
      const own = streams.find((stream) => stream.includes(`<name>${streamKey}</name>`)) ?? "";
      const [, said = ""] = /<meta>([\s\S]*?)<\/meta>/.exec(own) ?? [];
      return new Map([...said.matchAll(/<(\w+)>([^<]+)<\//g)].map(([, name = "", value = ""]) => [name, value]));
    },
    stop,
    async remove() {
      await stop();
      await rm(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** With what works for it: left alone, that would hold the port and go on recording. Answers once none of it is there. */
async function killWhole(child: ChildProcess): Promise<void> {
  const workers = textOf(`/proc/${child.pid}/task/${child.pid}/children`).split(" ").filter(Boolean).map(Number);
  // It first: whom it misses it would replace.
  child.kill("SIGKILL");
  workers.forEach(kill);
  // Of one that has ended and was not asked after the kernel keeps a name alone.
  while (workers.some((worker) => textOf(`/proc/${worker}/cmdline`) !== "")) await pause(POLL_MS);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // There is no such process any more.
    return "";
  }
}

function nginxConfig(options: { port: number; statPort: number; dir: string; isRecorded: boolean; refuse: readonly string[] }): string {
  const { port, statPort, dir, isRecorded, refuse } = options;
  // As root nginx would drop to another user, who may not write here.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const modules = MODULE_PATHS.map((path) => `load_module ${path};`).join("\n");
  const record = isRecorded ? `record all; record_path ${dir}; record_unique on; record_suffix .flv;` : "record off;";
  const refusals = refuse.map((streamKey) => `if ($arg_name = "${streamKey}") { return 403; }`).join("\n      ");
  const askFirst = refuse.length === 0 ? "" : `notify_method get; on_publish http://127.0.0.1:${statPort}/publish;`;
  return `${user}
daemon off;
worker_processes 1;
pid ${dir}/nginx.pid;
error_log ${dir}/error.log info;
${modules}
events { worker_connections 2048; }
rtmp {
  server {
    listen 127.0.0.1:${port};
    chunk_size 4096;
    max_message 8M;
    application live {
      live on;
      ${record}
      ${askFirst}
    }
  }
}
http {
  access_log off;
  client_body_temp_path ${dir}/body;
  proxy_temp_path ${dir}/proxy;
  fastcgi_temp_path ${dir}/fastcgi;
  uwsgi_temp_path ${dir}/uwsgi;
  scgi_temp_path ${dir}/scgi;
  server {
    listen 127.0.0.1:${statPort};
    location ${statPath(dir)} { rtmp_stat all; }
    location /publish {
      ${refusals}
      return 204;
    }
  }
}
`;
}
