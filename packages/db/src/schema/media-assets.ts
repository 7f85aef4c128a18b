import type { MediaAssetId } from "@nightjar/contract";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, uuidKey } from "./columns.ts";

export const mediaAssets = sqliteTable("media_assets", {
  id: uuidKey().$type<MediaAssetId>(),
  fileName: text("file_name").notNull(),
  filePath: text("file_path").notNull().unique(),
  fileType: text("file_type").notNull(),
  createdAt: createdAt(),
});
