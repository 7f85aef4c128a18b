import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../tooling/rtmp-ingest/src/index.ts";
import { pidsOf, withChildren } from "./cpu.ts";
import { tellProgress } from "./progress.ts";

export const EMAIL = "bench@nightjar.example";
export const PASSWORD = "bench-password";
const READY_TIMEOUT_MS = 60_000;
const RENDER_TIMEOUT_MS = 15 * 60 * 1000;
const LOOK_MS = 500;
const TELL_MS = 10_000;
/** Longer than the product waits before it uses idle time to render again what is on air. */
const IDLE_MS = 12_000;

export interface StudioOptions {
  /** Over what it has by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its log goes to the end of this file, and not to the terminal. */
  readonly logPath?: string;
}

/** The built studio on a port and a data folder of its own, driven through its calls. */
export class Studio {
  readonly pid: number;
  readonly url: string;
  /** By the wall clock, when it first answered that it is ready. */
  readonly readyAtMs: number;
  readonly #child: ChildProcess;
  readonly #token: string;
  readonly #running: Running;

  private constructor(child: ChildProcess, running: Running, { url, token, readyAtMs }: { url: string; token: string; readyAtMs: number }) {
    this.#child = child;
    this.#running = running;
    this.readyAtMs = readyAtMs;
    this.pid = child.pid ?? 0;
    this.url = url;
    this.#token = token;
  }

  static async start(dataDir: string, { env: more = {}, logPath }: StudioOptions = {}): Promise<Studio> {
    const port = await freePort();
    const main = new URL("../../apps/server/dist/main.js", import.meta.url).pathname;
    const env = {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: "warn",
      ...more,
    };
    const log = logPath === undefined ? null : openSync(logPath, "a");
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", log ?? "inherit"] });
    if (log !== null) closeSync(log);
    const started = { main, env };
    running.add(started);
    heedSignals();
    const root = `http://127.0.0.1:${port}`;
    const isReady = async () => (await fetch(`${root}/api/ready`).catch(() => null))?.ok ?? false;
    await waitUntil("the studio is ready", isReady, READY_TIMEOUT_MS);
    const readyAtMs = Date.now();
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
    const login = await fetch(`${root}/api/auth/login`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { token } = (await login.json()) as { token: string };
    return new Studio(child, started, { url: root, token, readyAtMs });
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const isForm = body instanceof FormData;
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
    };
    const payload = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const answer = await fetch(`${this.url}${path}`, { method, headers, ...payload });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  /** Uploads a file and makes it a track. */
  async addTrack(path: string, title: string, artist = "Bench"): Promise<string> {
    const form = new FormData();
    form.append("audio", new Blob([await readFile(path)], { type: "audio/mpeg" }), `${title}.mp3`);
    const upload = await this.call<{ fileUrl: string; metadata: { duration: string } }>("POST", "/api/upload/audio", form);
    const track = { title, artist, duration: upload.metadata.duration, fileUrl: upload.fileUrl };
    return (await this.call<{ id: string }>("POST", "/api/tracks", track)).id;
  }

  /** Uploads a video and makes it a background. */
  async addBackground(path: string, title: string): Promise<string> {
    const form = new FormData();
    form.append("video", new Blob([await readFile(path)], { type: "video/mp4" }), `${title}.mp4`);
    const { fileUrl, thumbnailUrl, duration, resolution } = await this.call<Record<string, unknown>>("POST", "/api/upload/video", form);
    const background = { title, videoUrl: fileUrl, thumbnailUrl, duration, resolution };
    return (await this.call<{ id: string }>("POST", "/api/backgrounds", background)).id;
  }

  /** A stream with one track and a destination, on air. */
  async startStream(
    title: string,
    content: { trackId: string; backgroundId: string; templateId?: string | undefined },
    rtmpUrl: string,
    streamKey: string,
  ): Promise<string> {
    const { trackId, backgroundId, templateId } = content;
    const { id } = await this.call<{ id: string }>("POST", "/api/streams", { title });
    await this.call("PATCH", `/api/streams/${id}`, { activeBackgroundId: backgroundId, activeOverlayTemplateId: templateId });
    await this.call("POST", `/api/streams/${id}/tracks`, { trackId });
    await this.call("PUT", `/api/streams/${id}/destination`, { rtmpUrl, streamKey });
    await this.call("POST", `/api/direct-streaming/start/${id}`, {});
    return id;
  }

  /** How many of these streams are on air with a track and their own picture, not with what stands in for it. */
  async countWanted(ids: readonly string[]): Promise<number> {
    const answers = await Promise.all(ids.map((id) => this.call<OnAirAnswer>("GET", `/api/streams/${id}/on-air`)));
    return answers.filter(({ state, track, picture }) => state === "on-air" && track && picture.level === "wanted").length;
  }

  /** What `/metrics` tells now, by name. */
  async gauges(): Promise<ReadonlyMap<string, number>> {
    const answer = await fetch(`${this.url}/metrics`, { headers: { authorization: `Bearer ${this.#token}` } });
    const lines = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
  }

  /** Until nothing was rendered for a while, second passes included: steady is what comes behind it. */
  async untilIdle({ idleMs = IDLE_MS, timeoutMs = RENDER_TIMEOUT_MS } = {}): Promise<void> {
    let idleSinceMs = performance.now();
    let jobs = "";
    const isIdle = async () => {
      const gauges = await this.gauges();
      const [underWay, waiting] = [gauges.get("nightjar_jobs_running"), gauges.get("nightjar_jobs_queued")];
      if (underWay !== 0 || waiting !== 0) idleSinceMs = performance.now();
      jobs = `${underWay} under way, ${waiting} waiting`;
      await pause(LOOK_MS);
      return performance.now() - idleSinceMs > idleMs;
    };
    await waitUntil("nothing is rendered", isIdle, timeoutMs, () => jobs);
  }

  /** Takes every stream off the air and ends the studio. */
  async stop(dataDir: string): Promise<void> {
    const streams = await this.call<{ id: string; isLive: boolean }[]>("GET", "/api/streams");
    await Promise.all(streams.map(({ id }) => this.call("POST", `/api/direct-streaming/stop/${id}`)));
    const isOffAir = async () => (await readdir(join(dataDir, "engine", "sessions"))).length === 0;
    await waitUntil("all streams are off air", isOffAir, READY_TIMEOUT_MS);
    await this.quit();
  }

  /** Ends the studio alone: what is on air stays there. */
  async quit(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
    running.delete(this.#running);
  }

  /** Ends the studio and its streams whatever state they are in; nothing where it has ended already. */
  endAnyway(): void {
    if (running.delete(this.#running)) stopOffAir(this.#running);
  }

  /** Ends the studio, all it has started and all that sends, with no time for anything: what a machine that fails does. */
  async kill(dataDir: string): Promise<void> {
    const ended = once(this.#child, "exit");
    for (const pid of withChildren([this.pid, ...pidsOf(join(dataDir, "engine", "sessions"))])) killNow(pid);
    await ended;
    running.delete(this.#running);
  }
}

/** Its streams too, with the studio or without it. */
function stopOffAir({ main, env }: Running): void {
  // Refused while a studio that was told to end by the same Ctrl-C is still at it.
  for (let tries = 0; tries < 10; tries += 1)
    if (spawnSync(process.execPath, [main, "stop", "--off-air"], { env, stdio: "ignore" }).status === 0) return;
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

interface OnAirAnswer {
  readonly state: string;
  readonly track: object | null;
  readonly picture: { readonly level: string };
}

interface Running {
  readonly main: string;
  readonly env: NodeJS.ProcessEnv;
}

const running = new Set<Running>();
let isHeeded = false;

/** What is on air outlives the studio: a benchmark that is broken off has to end it, with the studio or without it. */
export function heedSignals(): void {
  if (!isHeeded) for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, endAll);
  isHeeded = true;
}

function endAll(): void {
  for (const one of running) stopOffAir(one);
  process.exit(130);
}

/** @param howFar that is, told every ten seconds. @throws with what was waited for, and how far that was, when the time is over */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>, timeoutMs: number, howFar?: () => string): Promise<void> {
  const beganAtMs = performance.now();
  let toldAtMs = beganAtMs;
  while (!(await isTrue())) {
    const nowMs = performance.now();
    const told = howFar ? `${what}: ${howFar()}` : what;
    if (nowMs - beganAtMs > timeoutMs) throw new Error(`not within ${timeoutMs / 1000} s: ${told}`);
    if (howFar && nowMs - toldAtMs >= TELL_MS) {
      tellProgress(`until ${told}`);
      toldAtMs = nowMs;
    }
    await pause(50);
  }
}
