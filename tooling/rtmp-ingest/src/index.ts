import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

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

/**
 * @param options.port to come back at the address of an ingest that was stopped
 * @param options.record false: what arrives is counted, not kept
 * @param options.refuse stream keys that may not publish
 */
export async function startRtmpIngest(
  options: { port?: number; dir?: string; record?: boolean; refuse?: readonly string[] } = {},
): Promise<RtmpIngest> {
  const port = options.port ?? (await freePort());
  const statPort = await freePort();
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "nightjar-ingest-")));
  const configPath = join(dir, "nginx.conf");
  await writeFile(configPath, nginxConfig({ port, statPort, dir, isRecorded: options.record ?? true, refuse: options.refuse ?? [] }));
  const child = spawn("nginx", ["-p", dir, "-e", join(dir, "error.log"), "-c", configPath], { stdio: "ignore" });
  const endWithUs = () => void child.kill("SIGTERM");
  process.once("exit", endWithUs);
  child.once("exit", () => process.off("exit", endWithUs));
  await waitForPort(port, child);
  return ingest(port, statPort, dir, child);
}

function ingest(port: number, statPort: number, dir: string, child: ChildProcess): RtmpIngest {
  const recordings = async (streamKey: string) => {
    const names = (await readdir(dir)).filter((name) => name.startsWith(`${streamKey}-`) && name.endsWith(".flv"));
    return names.toSorted().map((name) => join(dir, name));
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const isDown = await Promise.race([exited.then(() => true), pause(2000).then(() => false)]);
    if (!isDown) child.kill("SIGKILL");
    await exited;
  };
  const statistics = async () => (await fetch(`http://127.0.0.1:${statPort}/stat`)).text();
  return {
    url: `rtmp://127.0.0.1:${port}/live`,
    port,
    dir,
    pid: child.pid ?? 0,
    recordings,
    async waitForBytes(streamKey, bytes, timeoutMs = 30_000) {
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
      await rm(dir, { recursive: true, force: true });
    },
  };
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
    location /stat { rtmp_stat all; }
    location /publish {
      ${refusals}
      return 204;
    }
  }
}
`;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // An address of a listening TCP server is never text.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await pause(POLL_MS);
  }
}
