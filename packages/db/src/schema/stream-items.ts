import type { ItemId, StreamId, TrackId } from "@nightjar/contract";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, uuidKey } from "./columns.ts";
import { streams } from "./streams.ts";
import { tracks } from "./tracks.ts";

/** The tracklist: one row an entry, so that a track may stand in it twice. */
export const streamItems = sqliteTable(
  "stream_items",
  {
    id: uuidKey().$type<ItemId>(),
    streamId: text("stream_id")
      .$type<StreamId>()
      .notNull()
      .references(() => streams.id, { onDelete: "cascade" }),
    trackId: text("track_id")
      .$type<TrackId>()
      .notNull()
      .references(() => tracks.id, { onDelete: "cascade" }),
    /** Only the order counts; gaps are left where a track was deleted. */
    position: integer("position").notNull(),
    /** Marked by hand as going on from the entry before it without a gap, or as not; null: as the release says. */
    isGapless: flag("is_gapless"),
    /** The revision of the tracklist that put it where it stands. */
    placedAt: integer("placed_at").notNull().default(0),
  },
  (table) => [index("stream_items_order").on(table.streamId, table.position), index("stream_items_track").on(table.trackId)],
);
