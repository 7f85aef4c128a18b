import type { SecretBox } from "@nightjar/api";
import { replaceFileSync } from "@nightjar/kit/node";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1:";

/** AES-256-GCM with the key of `secret.key`, which is made at the first start and readable by our user alone. */
export function createSecretBox(dataDir: string): SecretBox {
  const key = readOrMakeKey(join(dataDir, "secret.key"));
  return {
    seal(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return VERSION + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
    },
    open(sealed) {
      if (!sealed.startsWith(VERSION)) throw new Error("a stored secret has an unknown form");
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
    },
  };
}

function readOrMakeKey(path: string): Buffer {
  try {
    const key = readFileSync(path);
    if (key.byteLength !== KEY_BYTES) throw new Error(`${path} is damaged; put the right one back from your backup`);
    chmodSync(path, 0o600);
    return key;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  const key = randomBytes(KEY_BYTES);
  // Whole or not at all: half a key would be taken for a damaged one at the next start.
  replaceFileSync(path, key, { isDurable: true });
  return key;
}
