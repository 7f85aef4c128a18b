import { DEFAULT_RENDER_ENCODER } from "@nightjar/contract";
import type {
  AutoSwitch,
  BackgroundId,
  BackgroundTransition,
  GrantId,
  RenderEncoder,
  StreamId,
  SyncFrequency,
  TemplateId,
  TrackId,
} from "@nightjar/contract";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { backgrounds } from "./backgrounds.ts";
import { grants } from "./grants.ts";
import { overlayTemplates } from "./overlay-templates.ts";
import { platformColumns } from "./platform-columns.ts";
import { streams } from "./streams.ts";
import { tracks } from "./tracks.ts";

export const STREAM_SETTINGS_ID = 1;

/** The studio's single record. `isLive`, `viewerCount` and `streamDuration` are derived from the streams. */
export const streamSettings = sqliteTable("stream_settings", {
  id: integer("id").primaryKey(),
  /** The stream named by the last PATCH: whose live fields are reflected. */
  streamId: text("stream_id")
    .$type<StreamId>()
    .references(() => streams.id, { onDelete: "set null" }),
  /** What the operator listens to in the library's player. */
  currentTrackId: text("current_track_id")
    .$type<TrackId>()
    .references(() => tracks.id, { onDelete: "set null" }),
  activeBackgroundId: text("active_background_id")
    .$type<BackgroundId>()
    .references(() => backgrounds.id, { onDelete: "set null" }),
  activeOverlayTemplateId: text("active_overlay_template_id")
    .$type<TemplateId>()
    .references(() => overlayTemplates.id, { onDelete: "set null" }),
  streamTitle: text("stream_title"),
  streamDescription: text("stream_description"),
  ...platformColumns(),
  transition: text("transition").$type<BackgroundTransition>().notNull().default("fade"),
  autoSwitch: text("auto_switch").$type<AutoSwitch>().notNull().default("never"),
  /** Which encoder renders: software, or one of the machine's own. */
  renderEncoder: text("render_encoder").$type<RenderEncoder>().notNull().default(DEFAULT_RENDER_ENCODER),
  syncFrequency: text("sync_frequency").$type<SyncFrequency>().notNull().default("manual"),
  /** By whose leave playlists are read; the studio has one account. */
  spotifyGrantId: text("spotify_grant_id")
    .$type<GrantId>()
    .references(() => grants.id, { onDelete: "set null" }),
  spotifyAccountName: text("spotify_account_name"),
  syncQualityKbps: integer("sync_quality_kbps").notNull().default(320),
});
