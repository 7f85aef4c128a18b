import type { Time } from "@nightjar/kit";

/** More than any answer of these services; what is longer is none. */
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;
/** Where a service says that it is too much, and not for how long. */
const PAUSE_MS = 1100;
/** Longer nobody waits for one answer: it is left alone instead. */
const PAUSE_MAX_MS = 10_000;
const TRIES = 3;

export interface JsonAnswer {
  readonly status: number;
  readonly json: unknown;
  /** What the service asks us to wait; null: it says nothing of that. */
  readonly retryAfterMs: number | null;
}

/** A service did not answer, or not with what it should. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}

interface Waiting {
  /** As long as somebody waits for it. */
  readonly signal: AbortSignal;
  /** As long as an answer may take, from now on. */
  readonly withinMs: number;
}

/** One call of a foreign service. No answer is followed elsewhere. @throws when there is none in time */
export async function askJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  { signal: wanted, withinMs }: Waiting,
): Promise<JsonAnswer> {
  const signal = AbortSignal.any([wanted, AbortSignal.timeout(withinMs)]);
  const response = await fetch(url, { headers: { accept: "application/json", ...headers }, redirect: "error", signal });
  const text = await boundedText(response);
  return { status: response.status, json: parsed(text), retryAfterMs: secondsToMs(response.headers.get("retry-after")) };
}

/** Asks again while the service says that it is busy, as long as somebody waits. @throws ServiceError when it stays busy */
export async function askUntilFree(
  ask: () => Promise<JsonAnswer>,
  isBusy: (answer: JsonAnswer) => boolean,
  { signal, time }: { readonly signal: AbortSignal; readonly time: Time },
): Promise<JsonAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    if (!isBusy(answer)) return answer;
    const pauseMs = answer.retryAfterMs ?? PAUSE_MS;
    if (attempt === TRIES || pauseMs > PAUSE_MAX_MS) throw new ServiceError("the service says that it is busy");
    await time.paused(pauseMs, signal);
    signal.throwIfAborted();
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return "";
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new ServiceError("the answer is longer than any should be");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Errors come as pages too; null then. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The header's form in seconds; its form as a date is not in use with these services. */
function secondsToMs(text: string | null): number | null {
  const seconds = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
