import type { Tx } from "@nightjar/db";
import { onRollback } from "../changes.ts";
import type { FileKind, Files, ReceivedFile } from "../ports.ts";

export interface Publishing {
  readonly received: ReceivedFile;
  readonly kind: FileKind;
  readonly name: string;
}

/** Moves a file to its place within the transaction of its row. Where that fails the file goes again, but for one that was there before: it has a row. */
export function publishFile(tx: Tx, files: Files, { received, kind, name }: Publishing): void {
  if (!files.has(kind, name)) onRollback(tx, () => files.remove(kind, name));
  files.publish(received, kind, name);
}
