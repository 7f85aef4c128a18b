import type { UserId } from "@nightjar/contract";

/** A complete file under a temporary name in the data folder, flushed to the disk. */
export interface ReceivedFile {
  readonly tempPath: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Folders of the data folder that hold content-named files. */
export type FileKind = "audio" | "artwork" | "video" | "media";

export interface Files {
  /** Writes a stream to a temporary file and hashes it; null: it was longer than the limit, and nothing is left. */
  receive(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<ReceivedFile | null>;
  /** The same for a file that a tool writes; nothing is left when that throws. */
  make(write: (tempPath: string) => Promise<void>): Promise<ReceivedFile>;
  /** Moves it to its place; atomic and synchronous, so that the row can be written in the same breath. */
  publish(received: ReceivedFile, kind: FileKind, name: string): void;
  discard(received: ReceivedFile): void;
  has(kind: FileKind, name: string): boolean;
  path(kind: FileKind, name: string): string;
  /** Names in a folder. */
  list(kind: FileKind): readonly string[];
  remove(kind: FileKind, name: string): void;
  /** Takes it out of use and keeps it. */
  layAside(kind: FileKind, name: string): void;
  /** Names of what was laid aside. */
  listAside(kind: FileKind): readonly string[];
  /** To its place again: what may lie there is the same. */
  bringBack(kind: FileKind, name: string): void;
  /** Removes what has lain aside for so long while a server ran, but for what is known. */
  clearAside(lainForMs: number, isKnown: (kind: FileKind, name: string) => boolean): Promise<void>;
}

/** A file that comes in pieces, over as many connections as it takes. */
export interface PendingUpload {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly receivedBytes: number;
  open(): AsyncIterable<Uint8Array>;
}
export interface PendingUploads {
  /** null: the account has none of that id. */
  find(id: string, ownerId: UserId): Promise<PendingUpload | null>;
  /** Removes what was begun so long ago that nobody goes on with it. */
  sweep(): Promise<void>;
}
