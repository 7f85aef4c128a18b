import { open, stat } from "node:fs/promises";

/** So much of a body waits for a client that reads slowly, or nothing. */
const PIECE_BYTES = 64 * 1024;

/** Bytes as they are taken: no piece is made before somebody asks for it. */
export interface Pieces {
  readonly sizeBytes: number;
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** None is a copy. */
export function piecesOf(bytes: Uint8Array): Pieces {
  return { sizeBytes: bytes.byteLength, pieces: cut(bytes) };
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Opened with the first piece: a body that nobody begins to read leaves no file open. */
export async function piecesOfFile(path: string): Promise<Pieces> {
  return { sizeBytes: (await stat(path)).size, pieces: readOn(path) };
}

async function* readOn(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
