import { AppError } from "@nightjar/contract";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import pLimit from "p-limit";

/** OWASP's second choice of argon2id parameters: about 28 ms of one core. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;

interface Parameters {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

const OURS: Parameters = { memoryKib: MEMORY_KIB, passes: PASSES, lanes: LANES };
const unpadded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");

/** Verifying against it takes as long as against a real one and never succeeds. */
const NOBODYS_PASSWORD = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(TAG_BYTES))}`;

/** Who is not signed in, from whatever address, and who is, or has the machine. */
type Asker = "stranger" | "known";

/**
 * One of each at a time: they take two of libuv's four threads at most, which the flush that every change waits for needs as well and gets in
 * the order of asking; and who is known waits for no stranger.
 */
const LINES = { stranger: pLimit(1), known: pLimit(1) } as const;
/** A label's whole staff at nine o'clock; the last is answered within the 15 s that the studio waits, also where each takes ten times as long. */
const WAITING_MAX = 50;
/** Until a full line has passed, and some. */
const RETRY_AFTER_S = 3;

/** Asked before anything is counted for the attempt: it is none. @throws AppError 429 where so many wait that no more may */
export function assertRoomInLine(asker: Asker): void {
  if (LINES[asker].pendingCount < WAITING_MAX) return;
  throw new AppError("too-many-requests", `Too many passwords are being checked right now. Please try again in ${RETRY_AFTER_S} seconds.`, {
    details: { retryAfterSeconds: RETRY_AFTER_S },
  });
}

interface Derivation {
  readonly password: string;
  readonly nonce: Uint8Array;
  readonly parameters: Parameters;
  readonly tagLength: number;
}

/** In its line from the moment it is called. @throws AppError 429 */
async function derive(asker: Asker, derivation: Derivation): Promise<Buffer> {
  assertRoomInLine(asker);
  return LINES[asker](() => deriveNow(derivation));
}

/** Runs on libuv's threads, so that the event loop goes on. */
function deriveNow({ password, nonce, parameters, tagLength }: Derivation): Promise<Buffer> {
  const { memoryKib: memory, passes, lanes: parallelism } = parameters;
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message: password.normalize("NFKC"), nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

/** @returns a PHC string that carries its own parameters. @throws AppError 429 */
export async function hashPassword(password: string, asker: Asker = "stranger"): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(asker, { password, nonce, parameters: OURS, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** @param stored null where the account does not exist: false, after the same time. @throws AppError 429 */
export async function verifyPassword(stored: string | null, password: string, asker: Asker = "stranger"): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? NOBODYS_PASSWORD);
  if (!match) return false;
  const [, memory = "", passes = "", lanes = "", nonce = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const parameters = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  const actual = await derive(asker, { password, nonce: Buffer.from(nonce, "base64"), parameters, tagLength: expected.length });
  return timingSafeEqual(actual, expected) && stored !== null;
}
