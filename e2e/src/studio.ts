import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { freePort } from "@nightjar/rtmp-ingest";
import { allCommandLines, commandLine, isRunning, signal } from "./processes.ts";
import { until } from "./until.ts";

const root = resolve(import.meta.dirname, "../..");
/** The first start may build the studio. */
const START_TIMEOUT_MS = 90_000;
const COMMAND_TIMEOUT_MS = 60_000;
/** Characters of what it printed that are told with a failure. */
const TOLD_MAX = 4000;

export interface Publisher {
  readonly pid: number;
  readonly startTicks: number;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** The product as people run it: npm in the project's folder, a data folder and a port of its own. */
export interface Studio {
  readonly url: string;
  readonly dataDir: string;
  /** `npm start`; resolves when the studio answers, with how long that took. */
  start(): Promise<number>;
  /** `npm start` without waiting for anything. */
  spawn(): void;
  /** Resolves when the studio answers. */
  ready(): Promise<void>;
  /** Of the server, as it has written it; null when none is written. */
  serverPid(): number | null;
  /** Signals the server itself and waits until its npm has ended. */
  end(name: NodeJS.Signals): Promise<void>;
  /** `npm ARGS` with the same settings, to its end. */
  npm(...args: string[]): Promise<Ended>;
  /** Everything every `npm start` has printed so far. */
  output(): string;
  /** What the engine has recorded of the processes that send. */
  publishers(): Publisher[];
  /** After a failure: stores all output as test-results/NAME.log. */
  keepOutput(name: string): void;
  /** Ends everything that was started, also what outlives the server. */
  close(): Promise<void>;
}

/** Nobody is there: what a test asks of the services it says itself. */
const NOBODY = "http://127.0.0.1:9";
const NO_INTERNET = { DEEZER_API_ROOT: NOBODY, MUSICBRAINZ_API_ROOT: NOBODY, COVERART_API_ROOT: NOBODY };

export async function openStudio(settings: Readonly<Record<string, string>> = {}): Promise<Studio> {
  const dataDir = settings["DATA_DIR"] ?? mkdtempSync(join(tmpdir(), "nightjar-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...ownEnvironment(),
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    LOG_LEVEL: "debug",
    ...NO_INTERNET,
    ...settings,
  };
  const children: ChildProcess[] = [];
  let output = "";

  const npmProcess = (args: readonly string[], hear: (text: string) => void): ChildProcess => {
    const child = spawn("npm", args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk: Buffer) => hear(chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => hear(chunk.toString("utf8")));
    return child;
  };
  const current = () => {
    const child = children.at(-1);
    if (!child) throw new Error("the studio was not started");
    return child;
  };
  const studio: Studio = {
    url,
    dataDir,
    output: () => output,
    spawn() {
      children.push(npmProcess(["start"], (text) => (output += text)));
    },
    async ready() {
      const child = current();
      await until(
        "npm start",
        async () => {
          if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output.slice(-TOLD_MAX)}`);
          return (await fetch(`${url}/api/health`).catch(() => null))?.ok;
        },
        START_TIMEOUT_MS,
      );
    },
    async start() {
      const startedAt = performance.now();
      studio.spawn();
      await studio.ready();
      return performance.now() - startedAt;
    },
    serverPid: () => serverPid(dataDir),
    async end(name) {
      const child = current();
      const ended = once(child, "close");
      const pid = serverPid(dataDir);
      if (pid === null) throw new Error(`no server has written its pid:\n${output.slice(-TOLD_MAX)}`);
      signal(pid, name);
      await ended;
    },
    async npm(...args) {
      let said = "";
      const child = npmProcess(args, (text) => (said += text));
      // One that should have ended and serves instead must not stay.
      const deadline = setTimeout(() => child.kill("SIGTERM"), COMMAND_TIMEOUT_MS);
      await once(child, "close");
      clearTimeout(deadline);
      return { code: child.exitCode, output: said };
    },
    publishers: () => recordedPublishers(dataDir),
    keepOutput(name) {
      mkdirSync(join(root, "test-results"), { recursive: true });
      writeFileSync(join(root, "test-results", `${name}.log`), output);
    },
    async close() {
      const sending = recordedPublishers(dataDir);
      await studio.npm("run", "stop", "--", "--off-air");
      for (const { pid } of sending) if (commandLine(pid).includes(dataDir)) signal(pid, "SIGKILL");
      await Promise.all(children.map(endNpm));
      const left = await until("nothing of the studio runs", () => stillThere(dataDir)).catch((error: Error) => [error.message]);
      rmSync(dataDir, { recursive: true, force: true });
      if (left.length > 0) throw new Error(`still running: ${left.join(", ")}`);
    },
  };
  return studio;
}

/** An empty list once nothing runs any more that names the folder. */
function stillThere(dataDir: string): string[] | null {
  const left = allCommandLines().filter((line) => line.includes(dataDir));
  return left.length === 0 ? left : null;
}

async function endNpm(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Without what vitest and npm have set for themselves. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VITEST|npm_|NODE_ENV$|NODE_OPTIONS$|TEST$|DEV$|PROD$|SSR$|MODE$|BASE_URL$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function serverPid(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(dataDir, "server.pid"), "utf8"));
    return pid > 0 && isRunning(pid) ? pid : null;
  } catch {
    return null;
  }
}

function recordedPublishers(dataDir: string): Publisher[] {
  const sessions = join(dataDir, "engine/sessions");
  try {
    return readdirSync(sessions).flatMap((name) => {
      const record = JSON.parse(readFileSync(join(sessions, name, "session.json"), "utf8")) as { publishers: Publisher[] };
      return record.publishers.map(({ pid, startTicks }) => ({ pid, startTicks }));
    });
  } catch {
    // No session, or one that is just being removed.
    return [];
  }
}
