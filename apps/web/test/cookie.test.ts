import { HEARTBEAT_EVENT, HELLO_EVENT, SESSION_COOKIE, SESSION_LIFETIME_MS } from "@nightjar/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendStep } from "../src/features/backgrounds/wire.ts";
import { live } from "../src/lib/live/live.ts";
import { clearSession, saveSession } from "../src/lib/session.ts";
import { api } from "../src/lib/trpc.ts";
import { uploadFile } from "../src/lib/upload.ts";

const HOUR_MS = 60 * 60 * 1000;
const USER = { id: "u", email: "a@label.example", role: "staff", status: "approved", createdAt: "2026-01-01T00:00:00.000Z" };

/** A browser's cookies, which end when their time is over. */
class Cookies {
  #kept = new Map<string, { value: string; endsAtMs: number }>();
  get cookie(): string {
    const valid = [...this.#kept].filter(([, { endsAtMs }]) => endsAtMs > Date.now());
    return valid.map(([name, { value }]) => `${name}=${value}`).join("; ");
  }
  set cookie(text: string) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
    this.#kept.set(name, { value, endsAtMs: Date.now() + 1000 * Number(/Max-Age=(\d+)/.exec(text)?.[1]) });
  }
}

/** An event stream that says what the test has it say. */
class Source extends EventTarget {
  static newest: Source | null = null;
  readonly cameWith = cookies.cookie;
  constructor() {
    super();
    Source.newest = this;
  }
  say(name: string, data = "{}"): void {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
  close(): void {
    Source.newest = null;
  }
}

let cookies: Cookies;
beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  cookies = new Cookies();
  vi.stubGlobal("document", cookies);
  vi.stubGlobal("location", { protocol: "http:" });
  vi.stubGlobal("EventSource", Source);
  saveSession("token", USER);
});
afterEach(() => {
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** What happens every hour while a tab stands open for longer than a session lives without use. */
async function standOpen(everyHour: () => unknown): Promise<void> {
  for (let passedMs = 0; passedMs < 1.5 * SESSION_LIFETIME_MS; passedMs += HOUR_MS) {
    vi.setSystemTime(Date.now() + HOUR_MS);
    await everyHour();
  }
}

test("the cookie of a tab that only listens lives on with the session that its event stream keeps", async () => {
  live.start();
  Source.newest?.say(HELLO_EVENT, '{"isResumed":false}');
  await standOpen(() => Source.newest?.say(HEARTBEAT_EVENT));
  expect(cookies.cookie).toBe(`${SESSION_COOKIE}=token`);
});

test("the cookie of a tab that makes calls lives on with the session that they keep", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("not reached")));
  await standOpen(async () => {
    const call = api.streams.list.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1);
    await call;
  });
  expect(cookies.cookie).toBe(`${SESSION_COOKIE}=token`);
});

/** Its browser takes the cookie, and the page has just written it: what it does by the hour is done. */
function loseCookie(): void {
  live.start();
  Source.newest?.say(HELLO_EVENT, '{"isResumed":false}');
  cookies.cookie = `${SESSION_COOKIE}=; Max-Age=0`;
}

test("a cookie that is gone is there again when the event stream is asked for anew", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("not reached")));
  loseCookie();
  Source.newest?.say("error");
  await vi.advanceTimersByTimeAsync(1000);
  expect(Source.newest?.cameWith).toBe(`${SESSION_COOKIE}=token`);
});

const signal = new AbortController().signal;
const UPLOADS: readonly [string, () => Promise<unknown>][] = [
  ["a file", () => uploadFile("/api/upload/audio", "audio", new File(["x"], "a.mp3"), { onProgress: () => undefined, signal })],
  ["a piece of one", () => sendStep({ method: "PATCH", url: "/api/uploads/1", body: new Blob(["x"]) }, signal)],
];
test.each(UPLOADS)("a cookie that is gone is there again when %s is sent", (_what, upload) => {
  const cameWith: string[] = [];
  class Request {
    readonly upload = {};
    open = () => undefined;
    send = () => void cameWith.push(cookies.cookie);
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  loseCookie();
  void upload();
  expect(cameWith).toEqual([`${SESSION_COOKIE}=token`]);
});

test("who has signed out is given no cookie again", async () => {
  live.start();
  Source.newest?.say(HELLO_EVENT, '{"isResumed":false}');
  clearSession();
  await standOpen(() => Source.newest?.say(HEARTBEAT_EVENT));
  expect(cookies.cookie).toBe("");
});
