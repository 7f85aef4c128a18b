import { argon2, randomBytes, timingSafeEqual } from "node:crypto";

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

/** Runs on libuv's threads, so that the event loop goes on. */
function derive(password: string, nonce: Uint8Array, parameters: Parameters, tagLength: number): Promise<Buffer> {
  const { memoryKib: memory, passes, lanes: parallelism } = parameters;
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message: password.normalize("NFKC"), nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

/** @returns a PHC string that carries its own parameters */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, OURS, TAG_BYTES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** @param stored null where the account does not exist: false, after the same time */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored ?? NOBODYS_PASSWORD);
  if (!match) return false;
  const [, memory = "", passes = "", lanes = "", nonce = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const parameters = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  const actual = await derive(password, Buffer.from(nonce, "base64"), parameters, expected.length);
  return timingSafeEqual(actual, expected) && stored !== null;
}
