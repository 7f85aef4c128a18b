import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { PlanFile } from "@nightjar/contract";
import { SourceError } from "./source-error.ts";

export interface SourceFile {
  /** Was it, as it was read, still what its name says? @throws SourceError */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** Holds a track's file while it is rendered, so that it is the same one that is looked at afterwards. @throws SourceError */
export async function openSource({ path, sha256 }: PlanFile): Promise<SourceFile> {
  const handle = await open(path, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new SourceError("gone", error);
    throw error;
  });
  return {
    async verify() {
      const hash = createHash("sha256");
      for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>) hash.update(chunk);
      if (hash.digest("hex") !== sha256) throw new SourceError("damaged");
    },
    close: () => handle.close(),
  };
}
