import { backgroundFiles } from "@nightjar/db";
import { PATIENCE_MS } from "@nightjar/kit/testing";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { audioForm } from "./audio.ts";
import type { Answer, TestServer } from "./server.ts";

// What a server makes of the videos and pictures that it is given.

/** For `vi.waitFor`: how long a copy that airs may take to be made. */
export const PREPARED = { timeout: PATIENCE_MS, interval: 50 };

export const uploadVideo = (to: TestServer, bytes: Uint8Array, fileName: string): Promise<Answer> =>
  to.call("POST", "/api/upload/video", { body: audioForm(bytes, fileName, "video") });

/** What lies in one of the folders of its files. */
export const folderOf = (server: TestServer, name: string): string[] => readdirSync(join(server.dataDir, "files", name));

export const fileRows = (server: TestServer): (typeof backgroundFiles.$inferSelect)[] =>
  server.services.db.select().from(backgroundFiles).all();

/** The row of the file at this address, or of this SHA-256. */
export const fileRow = (server: TestServer, url: string): typeof backgroundFiles.$inferSelect | undefined =>
  fileRows(server).find((row) => url.includes(row.sha256));
