import { backgroundFiles } from "@nightjar/db";
import type { Services } from "../context.ts";
import { createHash } from "node:crypto";

export const shaOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A row of an uploaded file, put straight into the database: for tests that are not about uploads. @returns its address */
export function addBackgroundFile(
  services: Pick<Services, "db">,
  name: string,
  values: Partial<typeof backgroundFiles.$inferInsert> = {},
): string {
  const facts = { kind: "video", extension: "mp4", sizeBytes: 1, durationMs: 61_500, widthPx: 1280, heightPx: 720 } as const;
  const row = { sha256: shaOf(name), ...facts, mezzanineState: "unneeded" as const, ...values };
  services.db.insert(backgroundFiles).values(row).run();
  return `/api/files/video/${row.sha256}.${row.extension}`;
}
