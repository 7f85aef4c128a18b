import { BEFORE_HEADER, NOW_HEADER } from "@nightjar/contract";

/** Nothing that is asked of the studio takes so long; what takes longer is an upload, which has its own progress. */
export const ANSWER_WITHIN_MS = 15_000;
/** What the slowest line carries that is still waited for: a long list takes its time there, and is not lost. */
const SLOWEST_BYTES_PER_S = 16_000;

export interface SendOptions {
  readonly fetch: (url: RequestInfo | URL | string, init: RequestInit) => Promise<Response>;
  readonly nowMs: () => number;
  readonly answerWithinMs: number;
}

export type Send = (url: RequestInfo | URL | string, init?: RequestInit, isChange?: boolean) => Promise<Response>;

const sendingMs = ({ body }: RequestInit): number => (typeof body === "string" ? Math.floor(body.length / SLOWEST_BYTES_PER_S) * 1000 : 0);

export interface Sender {
  readonly send: Send;
  /** How far the server's clock is before ours, as its answers say; null: none has come yet. */
  readonly aheadMs: () => number | null;
}

/**
 * Sends calls. One that changes something ends when its answer does not come, and tells the server until when it is wanted: what a dead
 * network still holds then, and delivers when it comes back, is not carried out.
 */
export function createSend({ fetch, nowMs, answerWithinMs }: SendOptions): Sender {
  let aheadMs: number | null = null;

  const inTime = (init: RequestInit): RequestInit => {
    const headers = new Headers(init.headers);
    const withinMs = answerWithinMs + sendingMs(init);
    if (aheadMs !== null) headers.set(BEFORE_HEADER, String(Math.ceil(nowMs() + aheadMs + withinMs)));
    const end = AbortSignal.timeout(withinMs);
    return { ...init, headers, signal: init.signal ? AbortSignal.any([init.signal, end]) : end };
  };

  const send: Send = async (url, init = {}, isChange = init.method === "POST") => {
    const response = await fetch(url, isChange ? inTime(init) : init);
    const told = response.headers.get(NOW_HEADER);
    if (told !== null) aheadMs = Number(told) - nowMs();
    return response;
  };
  return { send, aheadMs: () => aheadMs };
}

const sender = createSend({
  fetch: (url, init) => fetch(url, init),
  nowMs: () => Date.now(),
  answerWithinMs: ANSWER_WITHIN_MS,
});

export const { send } = sender;

let shownAheadMs = 0;

/**
 * What the server's clock shows when ours shows that: its times are compared with this, for ours may be minutes wrong. In whole seconds, and
 * the same ones until it is out by one, for an answer takes a while to come, and what is shown of it must not jump.
 */
export function serverNowMs(nowMs = Date.now()): number {
  const aheadMs = sender.aheadMs() ?? 0;
  if (Math.abs(aheadMs - shownAheadMs) >= 1000) shownAheadMs = Math.round(aheadMs / 1000) * 1000;
  return nowMs + shownAheadMs;
}
