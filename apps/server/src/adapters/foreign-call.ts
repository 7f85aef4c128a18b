const DEADLINE_MS = 15_000;
/** More than any answer that we ask for. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;

export interface ForeignCall {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | Uint8Array<ArrayBuffer>;
  readonly deadlineMs?: number;
}

export interface ForeignAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** null: it was no JSON. */
  readonly json: unknown;
}

/** It could not be asked, or did not answer in time: whether it did what it was asked is not known. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

/** Asks a foreign service, once; it may redirect us nowhere. @throws UnreachableError */
export async function callForeign(
  url: string,
  { method = "GET", headers = {}, body, deadlineMs = DEADLINE_MS }: ForeignCall = {},
): Promise<ForeignAnswer> {
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(url, { method, headers, signal, redirect: "error", ...(body === undefined ? {} : { body }) });
    const text = await readText(response);
    return { status: response.status, headers: response.headers, json: parseOrNull(text) };
  } catch (error) {
    throw new UnreachableError(`${new URL(url).host} did not answer`, { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new Error("the answer is larger than any we ask for");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
