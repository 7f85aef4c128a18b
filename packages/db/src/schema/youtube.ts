import type { GrantId, SessionId, StreamId } from "@nightjar/contract";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, moment, textList, uuidKey } from "./columns.ts";
import { grants } from "./grants.ts";
import { streams } from "./streams.ts";

/** What was asked of YouTube, by the days its quota is counted by (in California). */
export const youtubeQuota = sqliteTable("youtube_quota", {
  day: text("day").primaryKey(),
  units: integer("units").notNull(),
});

/** What is said of a broadcast. */
type TextName = "title" | "description" | "privacy";

export interface RefusedText {
  readonly name: TextName;
  readonly said: string;
  /** A sentence for the operator. */
  readonly why: string;
  /** YouTube made no broadcast with it, and did not say that it was this text: of one that was made without, it is told once more. */
  readonly isSupposed?: boolean;
}

/**
 * A broadcast at YouTube that we made, or are about to: written before it is asked for, kept until it is known to have ended there. What is
 * wanted of it follows from its stream and session and is stored nowhere.
 */
export const ytBroadcasts = sqliteTable(
  "yt_broadcasts",
  {
    id: uuidKey(),
    /** null: the stream was deleted, or was told that it could not be made. */
    streamId: text("stream_id")
      .$type<StreamId>()
      .references(() => streams.id, { onDelete: "set null" }),
    /** By whose leave it was made: it is ended by that one where the stream has been disconnected. */
    grantId: text("grant_id")
      .$type<GrantId>()
      .references(() => grants.id, { onDelete: "set null" }),
    /** The run that airs there; null: made by hand, and waiting for the next Start. */
    sessionId: text("session_id").$type<SessionId>(),
    /** Stands in its description at YouTube, so that one is found again whose making was not answered. */
    mark: text("mark").notNull().unique(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    privacy: text("privacy", { enum: ["public", "unlisted", "private"] }).notNull(),
    ytStreamId: text("yt_stream_id").notNull(),
    /** It was asked for, and may be there although nobody answered. */
    isAsked: flag("is_asked").notNull().default(false),
    ytBroadcastId: text("yt_broadcast_id"),
    /** As YouTube told last; null: to be read. */
    lifeCycle: text("life_cycle"),
    isBound: flag("is_bound").notNull().default(false),
    /** Its title, description or privacy is another at YouTube: the Start that uses it has said so since it was made, or the one before it was changed. */
    isToBeUpdated: flag("is_to_be_updated").notNull().default(false),
    /** Which of them are told to YouTube then, the others being as it has them; null: all. */
    saidTexts: text("said_texts", { mode: "json" }).$type<readonly TextName[]>(),
    /**
     * What of that was refused, until YouTube has another or something else is said. What it is not told again was refused for good: the row is as
     * YouTube has it then, and the next broadcast of the run is made as was said. null: nothing.
     */
    refusedTexts: text("refused_texts", { mode: "json" }).$type<readonly RefusedText[]>(),
    /** When it was first left out of an answer that should have it; null: it was in the newest. */
    missingSince: moment("missing_since"),
    streamStatus: text("stream_status"),
    health: text("health"),
    issues: textList("issues"),
    /** null: YouTube does not tell. */
    viewers: integer("viewers"),
    checkedAt: moment("checked_at"),
    /** The artwork that YouTube was asked last to take as its picture; null: none yet. */
    thumbnailOf: text("thumbnail_of"),
    /** Why that is not its picture, a sentence for the operator; null: it is. */
    thumbnailNotice: text("thumbnail_notice"),
    /** Tries of that artwork in a row after which another one may do better. */
    thumbnailTries: integer("thumbnail_tries").notNull().default(0),
    /** When the same artwork is tried again; null: it is not. */
    thumbnailAgainAt: moment("thumbnail_again_at"),
    /** A sentence for the operator about what stands in its way. */
    notice: text("notice"),
    /** The step that could not be done when that was written, never `update`, or `viewers`: who watches could not be read; null: none was. */
    noticeBy: text("notice_by"),
    createdAt: createdAt(),
    /** Since when viewers see it; null: they do not yet. */
    liveAt: moment("live_at"),
    endedAt: moment("ended_at"),
  },
  (table) => [index("yt_broadcasts_stream").on(table.streamId, table.endedAt), index("yt_broadcasts_grant").on(table.grantId)],
);

/** What YouTube told of a stream's viewers, minute by minute, for a week. A minute without a row: it was not asked then. */
export const ytViewers = sqliteTable(
  "yt_viewers",
  {
    streamId: text("stream_id")
      .$type<StreamId>()
      .notNull()
      .references(() => streams.id, { onDelete: "cascade" }),
    /** Since 1970. */
    minute: integer("minute").notNull(),
    /** null: it was asked, and did not tell; or the broadcast had ended. */
    viewers: integer("viewers"),
  },
  (table) => [primaryKey({ columns: [table.streamId, table.minute] }), index("yt_viewers_minute").on(table.minute)],
);
