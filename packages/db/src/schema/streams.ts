import { DEFAULT_PROFILE_ID, DEFAULT_QUALITY, DEFAULT_TARGET_LUFS } from "@nightjar/contract";
import type {
  AutoSwitch,
  BackgroundId,
  BackgroundTransition,
  GrantId,
  ProfileId,
  Quality,
  StreamId,
  TemplateId,
  TrackId,
} from "@nightjar/contract";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { backgrounds } from "./backgrounds.ts";
import { createdAt, flag, uuidKey } from "./columns.ts";
import { grants } from "./grants.ts";
import { overlayTemplates } from "./overlay-templates.ts";
import { platformColumns } from "./platform-columns.ts";
import { tracks } from "./tracks.ts";

/**
 * A continuous programme. Derived, because each has one owner elsewhere: `isLive` and `streamDuration` (an open row of
 * stream_sessions), `tracklistIds` (stream_items), `overlayElementIds` (the elements of the active template).
 */
export const streams = sqliteTable(
  "streams",
  {
    id: uuidKey().$type<StreamId>(),
    title: text("title").notNull(),
    description: text("description"),
    channelName: text("channel_name"),
    viewerCount: integer("viewer_count").notNull().default(0),
    currentTrackId: text("current_track_id")
      .$type<TrackId>()
      .references(() => tracks.id, { onDelete: "set null" }),
    activeBackgroundId: text("active_background_id")
      .$type<BackgroundId>()
      .references(() => backgrounds.id, { onDelete: "set null" }),
    activeOverlayTemplateId: text("active_overlay_template_id")
      .$type<TemplateId>()
      .references(() => overlayTemplates.id, { onDelete: "set null" }),
    ...platformColumns(),
    /** By whose leave; several streams may go by one. The specification's columns for tokens hold none: they have one owner. */
    ytGrantId: text("yt_grant_id")
      .$type<GrantId>()
      .references(() => grants.id, { onDelete: "set null" }),
    artworkUrl: text("artwork_url"),
    /** Counts the changes of the tracklist. */
    revision: integer("revision").notNull().default(0),
    order: text("order", { enum: ["sequential", "shuffled"] })
      .notNull()
      .default("sequential"),
    crossfadeMs: integer("crossfade_ms").notNull().default(0),
    profile: text("profile").$type<ProfileId>().notNull().default(DEFAULT_PROFILE_ID),
    targetLufs: real("target_lufs").notNull().default(DEFAULT_TARGET_LUFS),
    /** null: the studio's default of stream_settings. */
    transition: text("transition").$type<BackgroundTransition>(),
    autoSwitch: text("auto_switch").$type<AutoSwitch>(),
    quality: text("quality").$type<Quality>().notNull().default(DEFAULT_QUALITY),
    /** How often values that change while a track plays are taken on air. */
    statsIntervalMs: integer("stats_interval_ms").notNull().default(60_000),
    /** Of its log and its rundown; null: each operator's own. */
    timeZone: text("time_zone"),
    /** A broadcast at YouTube that has been live so long is followed by the next; null: one lasts from Start to Stop. */
    ytRollOverHours: integer("yt_roll_over_hours"),
    ytSendsBackup: flag("yt_sends_backup").notNull().default(false),
    /** null: YouTube names none, or was not asked yet. */
    ytBackupUrl: text("yt_backup_url"),
    createdAt: createdAt(),
  },
  (table) => [
    index("streams_created").on(table.createdAt),
    index("streams_current_track").on(table.currentTrackId),
    index("streams_background").on(table.activeBackgroundId),
    index("streams_template").on(table.activeOverlayTemplateId),
    index("streams_yt_grant").on(table.ytGrantId),
  ],
);
