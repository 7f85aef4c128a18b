CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password` text NOT NULL,
	`role` text DEFAULT 'staff' NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`created_at` integer NOT NULL,
	`approved_at` integer,
	`approved_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_status_created` ON `users` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`user_id` text,
	`action` text NOT NULL,
	`subject_id` text,
	`outcome` text NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `audio_files` (
	`sha256` text PRIMARY KEY NOT NULL,
	`extension` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`codec` text NOT NULL,
	`sample_rate_hz` integer NOT NULL,
	`channels` integer NOT NULL,
	`loudness_state` text DEFAULT 'pending' NOT NULL,
	`integrated_lufs` real,
	`range_lu` real,
	`true_peak_dbtp` real,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audio_files_loudness` ON `audio_files` (`loudness_state`);--> statement-breakpoint
CREATE TABLE `artwork_files` (
	`sha256` text PRIMARY KEY NOT NULL,
	`size_bytes` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album` text,
	`duration_ms` integer NOT NULL,
	`genre` text,
	`isrc_code` text,
	`isrc_key` text,
	`artwork_url` text,
	`audio_sha256` text,
	`tags` text NOT NULL,
	`mood` text,
	`bpm` real,
	`key` text,
	`language` text,
	`explicit` integer DEFAULT false NOT NULL,
	`record_label` text,
	`copyright_tagline` text,
	`release_date` text,
	`play_count` integer DEFAULT 0 NOT NULL,
	`spotify_id` text,
	`popularity` integer,
	`energy` integer,
	`valence` integer,
	`danceability` integer,
	`acousticness` integer,
	`instrumentalness` integer,
	`liveness` integer,
	`loudness` integer,
	`speechiness` integer,
	`time_signature` integer,
	`album_type` text,
	`album_total_tracks` integer,
	`album_release_date` text,
	`artist_genres` text NOT NULL,
	`artist_popularity` integer,
	`preview_url` text,
	`spotify_url` text,
	`markets` text NOT NULL,
	`disc_number` integer,
	`track_number` integer,
	`search_text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`audio_sha256`) REFERENCES `audio_files`(`sha256`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_spotify_id_unique` ON `tracks` (`spotify_id`);--> statement-breakpoint
CREATE INDEX `tracks_recent` ON `tracks` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_alphabetical` ON `tracks` (`search_text`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_plays` ON `tracks` (`play_count`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_popularity` ON `tracks` (`popularity`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_energy` ON `tracks` (`energy`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_bpm` ON `tracks` (`bpm`,`id`);--> statement-breakpoint
CREATE INDEX `tracks_genre` ON `tracks` (`genre`);--> statement-breakpoint
CREATE INDEX `tracks_artist` ON `tracks` (`artist`);--> statement-breakpoint
CREATE INDEX `tracks_mood` ON `tracks` (`mood`);--> statement-breakpoint
CREATE INDEX `tracks_key` ON `tracks` (`key`);--> statement-breakpoint
CREATE INDEX `tracks_isrc` ON `tracks` (`isrc_key`);--> statement-breakpoint
CREATE INDEX `tracks_audio` ON `tracks` (`audio_sha256`);--> statement-breakpoint
CREATE TABLE `media_assets` (
	`id` text PRIMARY KEY NOT NULL,
	`file_name` text NOT NULL,
	`file_path` text NOT NULL,
	`file_type` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_assets_file_path_unique` ON `media_assets` (`file_path`);--> statement-breakpoint
CREATE TABLE `backgrounds` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`video_url` text NOT NULL,
	`thumbnail_url` text,
	`duration_ms` integer NOT NULL,
	`resolution` text DEFAULT '1920x1080' NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `overlay_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`is_default` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `overlay_elements` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`x_position` real DEFAULT 0 NOT NULL,
	`y_position` real DEFAULT 0 NOT NULL,
	`font_size` real DEFAULT 14 NOT NULL,
	`font_family` text DEFAULT 'Roboto' NOT NULL,
	`text_color` text DEFAULT '#FFFFFF' NOT NULL,
	`opacity` integer DEFAULT 90 NOT NULL,
	`is_visible` integer DEFAULT true NOT NULL,
	`template_id` text,
	`content` text,
	`media_asset_id` text,
	FOREIGN KEY (`template_id`) REFERENCES `overlay_templates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`media_asset_id`) REFERENCES `media_assets`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `overlay_elements_template` ON `overlay_elements` (`template_id`);--> statement-breakpoint
CREATE INDEX `overlay_elements_asset` ON `overlay_elements` (`media_asset_id`);--> statement-breakpoint
CREATE TABLE `playlists` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`track_count` integer DEFAULT 0 NOT NULL,
	`source` text DEFAULT 'manual' NOT NULL,
	`spotify_id` text,
	`cover_url` text,
	`is_active` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `playlists_spotify_id_unique` ON `playlists` (`spotify_id`);--> statement-breakpoint
CREATE TABLE `streams` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`channel_name` text,
	`viewer_count` integer DEFAULT 0 NOT NULL,
	`current_track_id` text,
	`active_background_id` text,
	`active_overlay_template_id` text,
	`yt_live_stream_id` text,
	`yt_stream_key_sealed` text,
	`yt_api_key_sealed` text,
	`yt_channel_id` text,
	`yt_channel_name` text,
	`yt_broadcast_id` text,
	`yt_connected` integer DEFAULT false NOT NULL,
	`yt_access_token_sealed` text,
	`yt_refresh_token_sealed` text,
	`yt_token_expiry` integer,
	`stream_url` text,
	`rtmp_url` text DEFAULT 'rtmp://a.rtmp.youtube.com/live2' NOT NULL,
	`cloud_stream_id` text,
	`cloud_stream_key_sealed` text,
	`cloud_playback_url` text,
	`cloud_rtmp_url` text,
	`cloud_streaming_enabled` integer DEFAULT false NOT NULL,
	`stream_provider` text DEFAULT 'youtube' NOT NULL,
	`artwork_url` text,
	`revision` integer DEFAULT 0 NOT NULL,
	`order` text DEFAULT 'sequential' NOT NULL,
	`crossfade_ms` integer DEFAULT 0 NOT NULL,
	`profile` text DEFAULT '1080p30' NOT NULL,
	`target_lufs` real DEFAULT -14 NOT NULL,
	`transition` text,
	`auto_switch` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`current_track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`active_background_id`) REFERENCES `backgrounds`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`active_overlay_template_id`) REFERENCES `overlay_templates`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `streams_created` ON `streams` (`created_at`);--> statement-breakpoint
CREATE INDEX `streams_current_track` ON `streams` (`current_track_id`);--> statement-breakpoint
CREATE INDEX `streams_background` ON `streams` (`active_background_id`);--> statement-breakpoint
CREATE INDEX `streams_template` ON `streams` (`active_overlay_template_id`);--> statement-breakpoint
CREATE TABLE `stream_items` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`track_id` text NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stream_items_order` ON `stream_items` (`stream_id`,`position`);--> statement-breakpoint
CREATE INDEX `stream_items_track` ON `stream_items` (`track_id`);--> statement-breakpoint
CREATE TABLE `destinations` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`kind` text NOT NULL,
	`rtmp_url` text NOT NULL,
	`stream_key_sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `destinations_stream_kind` ON `destinations` (`stream_id`,`kind`);--> statement-breakpoint
CREATE TABLE `stream_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`stopped_at` integer,
	`privacy` text DEFAULT 'unlisted' NOT NULL,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stream_sessions_stream` ON `stream_sessions` (`stream_id`,`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `stream_sessions_open` ON `stream_sessions` (`stream_id`) WHERE "stopped_at" is null;--> statement-breakpoint
CREATE TABLE `as_run` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`stream_id` text NOT NULL,
	`session_id` text NOT NULL,
	`item_id` text NOT NULL,
	`track_id` text NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`isrc_code` text,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `as_run_stream` ON `as_run` (`stream_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `stream_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`stream_id` text,
	`current_track_id` text,
	`active_background_id` text,
	`active_overlay_template_id` text,
	`stream_title` text,
	`stream_description` text,
	`yt_live_stream_id` text,
	`yt_stream_key_sealed` text,
	`yt_api_key_sealed` text,
	`yt_channel_id` text,
	`yt_channel_name` text,
	`yt_broadcast_id` text,
	`yt_connected` integer DEFAULT false NOT NULL,
	`yt_access_token_sealed` text,
	`yt_refresh_token_sealed` text,
	`yt_token_expiry` integer,
	`stream_url` text,
	`rtmp_url` text DEFAULT 'rtmp://a.rtmp.youtube.com/live2' NOT NULL,
	`cloud_stream_id` text,
	`cloud_stream_key_sealed` text,
	`cloud_playback_url` text,
	`cloud_rtmp_url` text,
	`cloud_streaming_enabled` integer DEFAULT false NOT NULL,
	`stream_provider` text DEFAULT 'youtube' NOT NULL,
	`transition` text DEFAULT 'fade' NOT NULL,
	`auto_switch` text DEFAULT 'never' NOT NULL,
	`sync_frequency` text DEFAULT 'manual' NOT NULL,
	`sync_quality_kbps` integer DEFAULT 320 NOT NULL,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`current_track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`active_background_id`) REFERENCES `backgrounds`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`active_overlay_template_id`) REFERENCES `overlay_templates`(`id`) ON UPDATE no action ON DELETE set null
);
