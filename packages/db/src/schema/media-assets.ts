import type { MediaAssetId } from "@nightjar/contract";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, uuidKey } from "./columns.ts";

export const mediaAssets = sqliteTable("media_assets", {
  id: uuidKey().$type<MediaAssetId>(),
  fileName: text("file_name").notNull(),
  filePath: text("file_path").notNull().unique(),
  fileType: text("file_type").notNull(),
  widthPx: integer("width_px"),
  heightPx: integer("height_px"),
  /** Of the stored file. */
  bytes: integer("bytes"),
  createdAt: createdAt(),
});
