import { AppError, MB } from "@nightjar/contract";

/** A tracklist of 20,000 entries is not a megabyte. */
const JSON_MAX_BYTES = 16 * MB;

/** Reads a body that is known to be small, and stops where it is not. @throws AppError 413 */
export async function readBounded(request: Request, maxBytes = JSON_MAX_BYTES): Promise<Buffer> {
  const tooLarge = () => new AppError("too-large", `The body must be smaller than ${Math.floor(maxBytes / MB)} MB`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  if (request.body === null) return Buffer.alloc(0);
  const body: AsyncIterable<Uint8Array> = request.body;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @returns an empty object where there is no body. @throws AppError 400 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const text = (await readBounded(request)).toString("utf8");
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
