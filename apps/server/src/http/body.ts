import type { Principal } from "@nightjar/api";
import { AppError, MB } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";

/** Whoever reaches the studio may send that much: nothing that anybody may call takes more. */
const ANYBODY = { maxBytes: 64 * 1024, text: "64 kB" };
/** Who may make the call: a tracklist of 20,000 entries is not a megabyte. */
const CALLERS = { maxBytes: 16 * MB, text: "16 MB" };

/** How long a body may take, and as much longer as it comes at that pace, which is the slowest line that the studio waits for. */
const WITHIN_MS = 60_000;
const SLOWEST_BYTES_PER_S = 16_000;

/** Of a file, which may take as long as it likes: a client that has vanished sends nothing, and its connection need not say so. */
const SILENT_MS = 120_000;
const TOO_SLOW_TEXT = "The body took too long to arrive. Please try again.";

/** Asked where a body is long. null: anybody may make this call. @throws AppError where the call itself would be refused */
export type WhoCalls = () => Promise<Principal | null>;

/** Reads a body that is known to be small, and stops where it is not. @throws AppError 408, 413 */
export async function readBounded(request: Request, whoCalls: WhoCalls): Promise<Buffer> {
  let limit = ANYBODY;
  const check = async (sizeBytes: number) => {
    if (limit === ANYBODY && sizeBytes > limit.maxBytes && (await whoCalls()) !== null) limit = CALLERS;
    if (sizeBytes > limit.maxBytes) throw new AppError("too-large", `The body must be smaller than ${limit.text}`);
  };
  await check(Number(request.headers.get("content-length") ?? 0));
  return request.body === null ? Buffer.alloc(0) : readWhole(request.body.getReader(), check);
}

async function readWhole(reader: ReadableStreamDefaultReader<Uint8Array>, check: (sizeBytes: number) => Promise<void>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const dueMs = performance.now() + WITHIN_MS;
  let sizeBytes = 0;
  try {
    for (;;) {
      const leftMs = dueMs + (sizeBytes / SLOWEST_BYTES_PER_S) * 1000 - performance.now();
      const read = await withinMs(reader.read(), leftMs);
      if (read === null) throw new AppError("too-slow", TOO_SLOW_TEXT);
      if (read.done) return Buffer.concat(chunks);
      sizeBytes += read.value.byteLength;
      await check(sizeBytes);
      chunks.push(read.value);
    }
  } finally {
    // Of no use where it has ended; what it fails with then is told already.
    reader.cancel().catch(() => undefined);
  }
}

/** Takes a file: of its body it is only waited so long for more, and only while more is asked for. @throws AppError 408 */
export async function unlessSilent<T>(request: Request, take: (request: Request) => Promise<T>): Promise<T> {
  if (request.body === null) return take(request);
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const silence = new AbortController();
  const pull = async (to: ReadableStreamDefaultController<Uint8Array>) => {
    const read = await withinMs(reader.read(), SILENT_MS);
    if (read === null) {
      silence.abort(new AppError("too-slow", TOO_SLOW_TEXT));
      to.error(silence.signal.reason);
    } else if (read.done) to.close();
    else to.enqueue(read.value);
  };
  const body = new ReadableStream<Uint8Array>({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
  try {
    return await take(new Request(request, { method: request.method, body, duplex: "half" }));
  } catch (error) {
    // Whatever became of that on its way.
    silence.signal.throwIfAborted();
    throw error;
  }
}

/** @returns an empty object where there is no body. @throws AppError 400 */
export async function readJsonObject(request: Request, whoCalls: WhoCalls): Promise<Record<string, unknown>> {
  const text = (await readBounded(request, whoCalls)).toString("utf8");
  if (text.trim() === "") return {};
  const wrong = (cause?: unknown) => new AppError("invalid-input", "The body must be a JSON object", { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(error);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong();
  return { ...value };
}
