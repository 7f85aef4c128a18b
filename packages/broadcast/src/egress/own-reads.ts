import { z } from "zod";
import type { PipeReading } from "./kernel/index.ts";

/**
 * Bytes that a publisher reads beside its FIFO: programs, settings. They stay the same once it sends; with them, what the kernel counts
 * says how much has gone through the FIFO, also when we were killed between writing there and recording it.
 */
export const ownReads = z.object({
  bytes: z.number().int(),
  /** How much it had been fed when that was found. */
  atFedBytes: z.number().int(),
  /** Found again, when it had been fed more. */
  isSure: z.boolean(),
});
export type OwnReads = z.infer<typeof ownReads>;

/** @param fedBytes what the record says was put into the FIFO: less than there was, while a write is not recorded yet */
export function learnOwnReads(known: OwnReads | undefined, { readBytes: read }: PipeReading, fedBytes: number): OwnReads {
  const bytes = read - fedBytes;
  if (known?.bytes !== bytes) return { bytes, atFedBytes: fedBytes, isSure: false };
  return known.isSure || known.atFedBytes === fedBytes ? known : { ...known, isSure: true };
}
