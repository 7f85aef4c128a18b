// Made by `pnpm --filter @nightjar/db generate` from drizzle/. Do not edit.
import type { Migration } from "./migrate.ts";

export const MIGRATIONS: readonly Migration[] = [
  {
    "tag": "0000_init",
    "folderMillis": 1795254136840,
    "hash": "cd0f12397f6c9069235e5d933a0cb324b6156de2abece3867b985558373a92c3",
    "bps": true,
    "sql": [
      "CREATE TABLE `users` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`email` text NOT NULL,\n\t`password` text NOT NULL,\n\t`role` text DEFAULT 'staff' NOT NULL,\n\t`status` text DEFAULT 'pending' NOT NULL,\n\t`created_at` integer NOT NULL,\n\t`approved_at` integer,\n\t`approved_by` text\n);\n",
      "\nCREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);",
      "\nCREATE INDEX `users_status_created` ON `users` (`status`,`created_at`);",
      "\nCREATE INDEX `users_created` ON `users` (`created_at`);",
      "\nCREATE TABLE `sessions` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`user_id` text NOT NULL,\n\t`token` text NOT NULL,\n\t`expires_at` integer NOT NULL,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE UNIQUE INDEX `sessions_token_unique` ON `sessions` (`token`);",
      "\nCREATE INDEX `sessions_user` ON `sessions` (`user_id`);",
      "\nCREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);",
      "\nCREATE TABLE `audit_log` (\n\t`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,\n\t`at` integer NOT NULL,\n\t`user_id` text,\n\t`action` text NOT NULL,\n\t`subject_id` text,\n\t`outcome` text NOT NULL,\n\t`request_id` text NOT NULL\n);\n",
      "\nCREATE INDEX `audit_log_at` ON `audit_log` (`at`);",
      "\nCREATE TABLE `audio_files` (\n\t`sha256` text PRIMARY KEY NOT NULL,\n\t`extension` text NOT NULL,\n\t`size_bytes` integer NOT NULL,\n\t`duration_ms` integer NOT NULL,\n\t`codec` text NOT NULL,\n\t`sample_rate_hz` integer NOT NULL,\n\t`channels` integer NOT NULL,\n\t`loudness_state` text DEFAULT 'pending' NOT NULL,\n\t`integrated_lufs` real,\n\t`range_lu` real,\n\t`true_peak_dbtp` real,\n\t`created_at` integer NOT NULL\n);\n",
      "\nCREATE INDEX `audio_files_loudness` ON `audio_files` (`loudness_state`);",
      "\nCREATE TABLE `artwork_files` (\n\t`sha256` text PRIMARY KEY NOT NULL,\n\t`size_bytes` integer NOT NULL,\n\t`created_at` integer NOT NULL\n);\n",
      "\nCREATE TABLE `tracks` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`title` text NOT NULL,\n\t`artist` text NOT NULL,\n\t`album` text,\n\t`duration_ms` integer NOT NULL,\n\t`genre` text,\n\t`isrc_code` text,\n\t`isrc_key` text,\n\t`artwork_url` text,\n\t`audio_sha256` text,\n\t`tags` text NOT NULL,\n\t`mood` text,\n\t`bpm` real,\n\t`key` text,\n\t`language` text,\n\t`explicit` integer DEFAULT false NOT NULL,\n\t`record_label` text,\n\t`copyright_tagline` text,\n\t`release_date` text,\n\t`play_count` integer DEFAULT 0 NOT NULL,\n\t`spotify_id` text,\n\t`popularity` integer,\n\t`energy` integer,\n\t`valence` integer,\n\t`danceability` integer,\n\t`acousticness` integer,\n\t`instrumentalness` integer,\n\t`liveness` integer,\n\t`loudness` integer,\n\t`speechiness` integer,\n\t`time_signature` integer,\n\t`album_type` text,\n\t`album_total_tracks` integer,\n\t`album_release_date` text,\n\t`artist_genres` text NOT NULL,\n\t`artist_popularity` integer,\n\t`preview_url` text,\n\t`spotify_url` text,\n\t`markets` text NOT NULL,\n\t`disc_number` integer,\n\t`track_number` integer,\n\t`search_text` text NOT NULL,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`audio_sha256`) REFERENCES `audio_files`(`sha256`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE UNIQUE INDEX `tracks_spotify_id_unique` ON `tracks` (`spotify_id`);",
      "\nCREATE INDEX `tracks_recent` ON `tracks` (`created_at`,`id`);",
      "\nCREATE INDEX `tracks_alphabetical` ON `tracks` (`search_text`,`id`);",
      "\nCREATE INDEX `tracks_plays` ON `tracks` (`play_count`,`id`);",
      "\nCREATE INDEX `tracks_popularity` ON `tracks` (`popularity`,`id`);",
      "\nCREATE INDEX `tracks_energy` ON `tracks` (`energy`,`id`);",
      "\nCREATE INDEX `tracks_bpm` ON `tracks` (`bpm`,`id`);",
      "\nCREATE INDEX `tracks_genre` ON `tracks` (`genre`);",
      "\nCREATE INDEX `tracks_artist` ON `tracks` (`artist`);",
      "\nCREATE INDEX `tracks_mood` ON `tracks` (`mood`);",
      "\nCREATE INDEX `tracks_key` ON `tracks` (`key`);",
      "\nCREATE INDEX `tracks_isrc` ON `tracks` (`isrc_key`);",
      "\nCREATE INDEX `tracks_audio` ON `tracks` (`audio_sha256`);",
      "\nCREATE TABLE `media_assets` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`file_name` text NOT NULL,\n\t`file_path` text NOT NULL,\n\t`file_type` text NOT NULL,\n\t`created_at` integer NOT NULL\n);\n",
      "\nCREATE UNIQUE INDEX `media_assets_file_path_unique` ON `media_assets` (`file_path`);",
      "\nCREATE TABLE `backgrounds` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`title` text NOT NULL,\n\t`description` text,\n\t`video_url` text NOT NULL,\n\t`thumbnail_url` text,\n\t`duration_ms` integer NOT NULL,\n\t`resolution` text DEFAULT '1920x1080' NOT NULL,\n\t`is_active` integer DEFAULT false NOT NULL,\n\t`created_at` integer NOT NULL\n);\n",
      "\nCREATE TABLE `overlay_templates` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`name` text NOT NULL,\n\t`description` text,\n\t`is_default` integer DEFAULT false NOT NULL,\n\t`created_at` integer NOT NULL\n);\n",
      "\nCREATE TABLE `overlay_elements` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`name` text NOT NULL,\n\t`type` text NOT NULL,\n\t`x_position` real DEFAULT 0 NOT NULL,\n\t`y_position` real DEFAULT 0 NOT NULL,\n\t`font_size` real DEFAULT 14 NOT NULL,\n\t`font_family` text DEFAULT 'Roboto' NOT NULL,\n\t`text_color` text DEFAULT '#FFFFFF' NOT NULL,\n\t`opacity` integer DEFAULT 90 NOT NULL,\n\t`is_visible` integer DEFAULT true NOT NULL,\n\t`template_id` text,\n\t`content` text,\n\t`media_asset_id` text,\n\tFOREIGN KEY (`template_id`) REFERENCES `overlay_templates`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`media_asset_id`) REFERENCES `media_assets`(`id`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE INDEX `overlay_elements_template` ON `overlay_elements` (`template_id`);",
      "\nCREATE INDEX `overlay_elements_asset` ON `overlay_elements` (`media_asset_id`);",
      "\nCREATE TABLE `playlists` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`name` text NOT NULL,\n\t`description` text,\n\t`track_count` integer DEFAULT 0 NOT NULL,\n\t`source` text DEFAULT 'manual' NOT NULL,\n\t`spotify_id` text,\n\t`cover_url` text,\n\t`is_active` integer DEFAULT false NOT NULL,\n\t`created_at` integer NOT NULL\n);\n",
      "\nCREATE UNIQUE INDEX `playlists_spotify_id_unique` ON `playlists` (`spotify_id`);",
      "\nCREATE TABLE `streams` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`title` text NOT NULL,\n\t`description` text,\n\t`channel_name` text,\n\t`viewer_count` integer DEFAULT 0 NOT NULL,\n\t`current_track_id` text,\n\t`active_background_id` text,\n\t`active_overlay_template_id` text,\n\t`yt_live_stream_id` text,\n\t`yt_stream_key_sealed` text,\n\t`yt_api_key_sealed` text,\n\t`yt_channel_id` text,\n\t`yt_channel_name` text,\n\t`yt_broadcast_id` text,\n\t`yt_connected` integer DEFAULT false NOT NULL,\n\t`yt_access_token_sealed` text,\n\t`yt_refresh_token_sealed` text,\n\t`yt_token_expiry` integer,\n\t`stream_url` text,\n\t`rtmp_url` text DEFAULT 'rtmp://a.rtmp.youtube.com/live2' NOT NULL,\n\t`cloud_stream_id` text,\n\t`cloud_stream_key_sealed` text,\n\t`cloud_playback_url` text,\n\t`cloud_rtmp_url` text,\n\t`cloud_streaming_enabled` integer DEFAULT false NOT NULL,\n\t`stream_provider` text DEFAULT 'youtube' NOT NULL,\n\t`artwork_url` text,\n\t`revision` integer DEFAULT 0 NOT NULL,\n\t`order` text DEFAULT 'sequential' NOT NULL,\n\t`crossfade_ms` integer DEFAULT 0 NOT NULL,\n\t`profile` text DEFAULT '1080p30' NOT NULL,\n\t`target_lufs` real DEFAULT -14 NOT NULL,\n\t`transition` text,\n\t`auto_switch` text,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`current_track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,\n\tFOREIGN KEY (`active_background_id`) REFERENCES `backgrounds`(`id`) ON UPDATE no action ON DELETE set null,\n\tFOREIGN KEY (`active_overlay_template_id`) REFERENCES `overlay_templates`(`id`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE INDEX `streams_created` ON `streams` (`created_at`);",
      "\nCREATE INDEX `streams_current_track` ON `streams` (`current_track_id`);",
      "\nCREATE INDEX `streams_background` ON `streams` (`active_background_id`);",
      "\nCREATE INDEX `streams_template` ON `streams` (`active_overlay_template_id`);",
      "\nCREATE TABLE `stream_items` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`stream_id` text NOT NULL,\n\t`track_id` text NOT NULL,\n\t`position` integer NOT NULL,\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE INDEX `stream_items_order` ON `stream_items` (`stream_id`,`position`);",
      "\nCREATE INDEX `stream_items_track` ON `stream_items` (`track_id`);",
      "\nCREATE TABLE `destinations` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`stream_id` text NOT NULL,\n\t`kind` text NOT NULL,\n\t`rtmp_url` text NOT NULL,\n\t`stream_key_sealed` text NOT NULL,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE UNIQUE INDEX `destinations_stream_kind` ON `destinations` (`stream_id`,`kind`);",
      "\nCREATE TABLE `stream_sessions` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`stream_id` text NOT NULL,\n\t`started_at` integer NOT NULL,\n\t`stopped_at` integer,\n\t`privacy` text DEFAULT 'unlisted' NOT NULL,\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE INDEX `stream_sessions_stream` ON `stream_sessions` (`stream_id`,`started_at`);",
      "\nCREATE UNIQUE INDEX `stream_sessions_open` ON `stream_sessions` (`stream_id`) WHERE \"stopped_at\" is null;",
      "\nCREATE TABLE `as_run` (\n\t`entry_id` text PRIMARY KEY NOT NULL,\n\t`stream_id` text NOT NULL,\n\t`session_id` text NOT NULL,\n\t`item_id` text NOT NULL,\n\t`track_id` text NOT NULL,\n\t`title` text NOT NULL,\n\t`artist` text NOT NULL,\n\t`isrc_code` text,\n\t`started_at` integer NOT NULL\n);\n",
      "\nCREATE INDEX `as_run_stream` ON `as_run` (`stream_id`,`started_at`);",
      "\nCREATE TABLE `stream_settings` (\n\t`id` integer PRIMARY KEY NOT NULL,\n\t`stream_id` text,\n\t`current_track_id` text,\n\t`active_background_id` text,\n\t`active_overlay_template_id` text,\n\t`stream_title` text,\n\t`stream_description` text,\n\t`yt_live_stream_id` text,\n\t`yt_stream_key_sealed` text,\n\t`yt_api_key_sealed` text,\n\t`yt_channel_id` text,\n\t`yt_channel_name` text,\n\t`yt_broadcast_id` text,\n\t`yt_connected` integer DEFAULT false NOT NULL,\n\t`yt_access_token_sealed` text,\n\t`yt_refresh_token_sealed` text,\n\t`yt_token_expiry` integer,\n\t`stream_url` text,\n\t`rtmp_url` text DEFAULT 'rtmp://a.rtmp.youtube.com/live2' NOT NULL,\n\t`cloud_stream_id` text,\n\t`cloud_stream_key_sealed` text,\n\t`cloud_playback_url` text,\n\t`cloud_rtmp_url` text,\n\t`cloud_streaming_enabled` integer DEFAULT false NOT NULL,\n\t`stream_provider` text DEFAULT 'youtube' NOT NULL,\n\t`transition` text DEFAULT 'fade' NOT NULL,\n\t`auto_switch` text DEFAULT 'never' NOT NULL,\n\t`sync_frequency` text DEFAULT 'manual' NOT NULL,\n\t`sync_quality_kbps` integer DEFAULT 320 NOT NULL,\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE set null,\n\tFOREIGN KEY (`current_track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null,\n\tFOREIGN KEY (`active_background_id`) REFERENCES `backgrounds`(`id`) ON UPDATE no action ON DELETE set null,\n\tFOREIGN KEY (`active_overlay_template_id`) REFERENCES `overlay_templates`(`id`) ON UPDATE no action ON DELETE set null\n);\n"
    ]
  },
  {
    "tag": "0001_background_files",
    "folderMillis": 1795258511744,
    "hash": "7e7cdbb117bc173cae8e238dd372a8db2c72be292b47652c11004b5b963dc347",
    "bps": true,
    "sql": [
      "CREATE TABLE `background_files` (\n\t`sha256` text PRIMARY KEY NOT NULL,\n\t`kind` text NOT NULL,\n\t`extension` text NOT NULL,\n\t`size_bytes` integer NOT NULL,\n\t`duration_ms` integer NOT NULL,\n\t`width_px` integer NOT NULL,\n\t`height_px` integer NOT NULL,\n\t`poster_sha256` text,\n\t`mezzanine_state` text NOT NULL,\n\t`mezzanine_sha256` text,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`poster_sha256`) REFERENCES `artwork_files`(`sha256`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE INDEX `background_files_mezzanine` ON `background_files` (`mezzanine_state`);",
      "\nCREATE INDEX `background_files_mezzanine_file` ON `background_files` (`mezzanine_sha256`);",
      "\nCREATE INDEX `background_files_poster` ON `background_files` (`poster_sha256`);",
      "\nCREATE INDEX `backgrounds_video` ON `backgrounds` (`video_url`);",
      "\nCREATE INDEX `backgrounds_thumbnail` ON `backgrounds` (`thumbnail_url`);",
      "\n-- Written by hand: where several were active, the newest stays.\nUPDATE `backgrounds` SET `is_active` = 0 WHERE `is_active` <> 0 AND `id` <> (SELECT `id` FROM `backgrounds` WHERE `is_active` <> 0 ORDER BY `created_at` DESC, `id` LIMIT 1);",
      "\nCREATE UNIQUE INDEX `backgrounds_active` ON `backgrounds` (`is_active`) WHERE \"is_active\" = 1;"
    ]
  },
  {
    "tag": "0002_engine_at_full_strength",
    "folderMillis": 1795265154739,
    "hash": "09a8d9c0e38e2a44c2c1b8a5d134b9338969d4aff20b200d5400cc2342169945",
    "bps": true,
    "sql": [
      "DROP INDEX `destinations_stream_kind`;",
      "\nALTER TABLE `destinations` ADD `is_extra` integer DEFAULT false NOT NULL;",
      "\nCREATE INDEX `destinations_stream` ON `destinations` (`stream_id`);",
      "\nCREATE UNIQUE INDEX `destinations_stream_kind` ON `destinations` (`stream_id`,`kind`) WHERE \"is_extra\" = 0;",
      "\nALTER TABLE `streams` ADD `quality` text DEFAULT 'standard' NOT NULL;",
      "\nALTER TABLE `streams` ADD `stats_interval_ms` integer DEFAULT 60000 NOT NULL;",
      "\nALTER TABLE `stream_items` ADD `is_gapless` integer;",
      "\nALTER TABLE `as_run` ADD `ended_at` integer;",
      "\nALTER TABLE `as_run` ADD `destinations` text DEFAULT '[]' NOT NULL;",
      "\nALTER TABLE `stream_settings` ADD `render_encoder` text DEFAULT 'software' NOT NULL;"
    ]
  },
  {
    "tag": "0003_overlay_designer",
    "folderMillis": 1795276165320,
    "hash": "17e76edc958d8d120fc0f543a733d74e21f62a7936803278dd4b099fb4daf1e8",
    "bps": true,
    "sql": [
      "ALTER TABLE `media_assets` ADD `width_px` integer;",
      "\nALTER TABLE `media_assets` ADD `height_px` integer;",
      "\nALTER TABLE `media_assets` ADD `bytes` integer;",
      "\nALTER TABLE `overlay_templates` ADD `revision` integer DEFAULT 0 NOT NULL;",
      "\nALTER TABLE `overlay_templates` ADD `updated_at` integer;",
      "\nALTER TABLE `overlay_templates` ADD `updated_by` text;",
      "\nALTER TABLE `overlay_templates` ADD `plates` text DEFAULT '[]' NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `font_weight` text DEFAULT '400' NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `box_width_px` real;",
      "\nALTER TABLE `overlay_elements` ADD `text_align` text DEFAULT 'left' NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `text_overflow` text DEFAULT 'ellipsis' NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `shadow_opacity` real DEFAULT 0 NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `shadow_color` text DEFAULT '#000000' NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `shadow_blur_px` real DEFAULT 8 NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `shadow_offset_px` real DEFAULT 2 NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `outline_width_px` real DEFAULT 0 NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `outline_color` text DEFAULT '#000000' NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `layer` integer DEFAULT 0 NOT NULL;",
      "\nALTER TABLE `overlay_elements` ADD `is_locked` integer DEFAULT false NOT NULL;"
    ]
  },
  {
    "tag": "0004_as_run_open",
    "folderMillis": 1795341822097,
    "hash": "3a53f8dda843429c93e10550740380a5d9762ad18a93a199072961c0c901a79b",
    "bps": true,
    "sql": [
      "CREATE INDEX `as_run_open` ON `as_run` (`stream_id`,`started_at`) WHERE \"ended_at\" is null;"
    ]
  },
  {
    "tag": "0005_track_revisions",
    "folderMillis": 1795352887409,
    "hash": "6e433901ccca38be387b92c5ec8d603bcc85528cdff6b6c0badcf63dae7ea264",
    "bps": true,
    "sql": [
      "ALTER TABLE `tracks` ADD `revision` integer DEFAULT 0 NOT NULL;\n",
      "\nUPDATE `tracks` SET `isrc_code` = `isrc_key` WHERE `isrc_key` GLOB '[A-Z][A-Z][A-Z0-9][A-Z0-9][A-Z0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]';\n"
    ]
  },
  {
    "tag": "0006_audit_before_after",
    "folderMillis": 1795353868421,
    "hash": "72586b505d0ec082478ba1796380e9d4b0079e0ab52acaeb2b0fa7fddf9eaa77",
    "bps": true,
    "sql": [
      "ALTER TABLE `audit_log` ADD `entity` text;",
      "\nALTER TABLE `audit_log` ADD `before` text;",
      "\nALTER TABLE `audit_log` ADD `after` text;"
    ]
  },
  {
    "tag": "0007_sign_in_again",
    "folderMillis": 1795353992078,
    "hash": "e2056e09a0f2bf4cd9a27be499a1d483ad8a94a3a5c31056870629050da37806",
    "bps": true,
    "sql": [
      "CREATE TABLE `ended_sessions` (\n\t`token` text PRIMARY KEY NOT NULL,\n\t`why` text NOT NULL,\n\t`ended_at` integer NOT NULL\n);\n",
      "\nCREATE INDEX `ended_sessions_at` ON `ended_sessions` (`ended_at`);",
      "\nCREATE TABLE `password_resets` (\n\t`token` text PRIMARY KEY NOT NULL,\n\t`user_id` text,\n\t`expires_at` integer NOT NULL,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);",
      "\nCREATE INDEX `password_resets_expires` ON `password_resets` (`expires_at`);"
    ]
  },
  {
    "tag": "0008_test_streams",
    "folderMillis": 1795366746088,
    "hash": "b962f5c51dd7ecd2ff47a0f50b3c8bdd6068421e285b6638830f2658d2b79c9b",
    "bps": true,
    "sql": [
      "CREATE TABLE `test_streams` (\n\t`stream_id` text PRIMARY KEY NOT NULL,\n\t`session_id` text NOT NULL,\n\t`name_sealed` text NOT NULL,\n\t`started_at` integer NOT NULL,\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade\n);\n"
    ]
  },
  {
    "tag": "0009_sample_channel",
    "folderMillis": 1795373513838,
    "hash": "957b00171a87b17d7603a2a36af7f0cc62e2a690015b2ad78eb0eac6486f67f3",
    "bps": true,
    "sql": [
      "CREATE TABLE `sample_parts` (\n\t`kind` text NOT NULL,\n\t`id` text NOT NULL,\n\tPRIMARY KEY(`kind`, `id`)\n);\n"
    ]
  },
  {
    "tag": "0010_stiff_sheva_callister",
    "folderMillis": 1795385109020,
    "hash": "27ac35bb4d37b7c60805ca87dc8ce1dfac44a71a67aa2f0c850519827d787aee",
    "bps": true,
    "sql": [
      "ALTER TABLE `stream_items` ADD `placed_at` integer DEFAULT 0 NOT NULL;",
      "\nCREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`,`id`);"
    ]
  },
  {
    "tag": "0011_grants",
    "folderMillis": 1795398639009,
    "hash": "26c3029cbcb7bbad69e765354a6c3f947124bd162c665629899205363ef03d21",
    "bps": true,
    "sql": [
      "CREATE TABLE `grant_requests` (\n\t`state` text PRIMARY KEY NOT NULL,\n\t`service` text NOT NULL,\n\t`user_id` text NOT NULL,\n\t`purpose` text NOT NULL,\n\t`browser` text NOT NULL,\n\t`verifier_sealed` text NOT NULL,\n\t`expires_at` integer NOT NULL,\n\tFOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE INDEX `grant_requests_user` ON `grant_requests` (`user_id`);",
      "\nCREATE INDEX `grant_requests_expires` ON `grant_requests` (`expires_at`);",
      "\nCREATE TABLE `grants` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`service` text NOT NULL,\n\t`account` text,\n\t`access_token_sealed` text NOT NULL,\n\t`refresh_token_sealed` text,\n\t`expires_at` integer,\n\t`lost_at` integer,\n\t`ended_at` integer,\n\t`granted_by` text,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`granted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE UNIQUE INDEX `grants_account` ON `grants` (`service`,`account`);",
      "\nCREATE INDEX `grants_granted_by` ON `grants` (`granted_by`);",
      "\nALTER TABLE `streams` ADD `yt_grant_id` text REFERENCES grants(id) ON DELETE set null;",
      "\nCREATE INDEX `streams_yt_grant` ON `streams` (`yt_grant_id`);"
    ]
  },
  {
    "tag": "0012_youtube",
    "folderMillis": 1795401139206,
    "hash": "1f17450c841413e08bf8823bc5e03de0c93e7c21eb68f648b1e6ed715ebb32e0",
    "bps": true,
    "sql": [
      "CREATE TABLE `youtube_quota` (\n\t`day` text PRIMARY KEY NOT NULL,\n\t`units` integer NOT NULL\n);\n",
      "\nCREATE TABLE `yt_broadcasts` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`stream_id` text,\n\t`grant_id` text,\n\t`session_id` text,\n\t`mark` text NOT NULL,\n\t`title` text NOT NULL,\n\t`description` text NOT NULL,\n\t`privacy` text NOT NULL,\n\t`yt_stream_id` text NOT NULL,\n\t`is_asked` integer DEFAULT false NOT NULL,\n\t`yt_broadcast_id` text,\n\t`life_cycle` text,\n\t`is_bound` integer DEFAULT false NOT NULL,\n\t`stream_status` text,\n\t`health` text,\n\t`issues` text NOT NULL,\n\t`viewers` integer,\n\t`checked_at` integer,\n\t`notice` text,\n\t`created_at` integer NOT NULL,\n\t`ended_at` integer,\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE set null,\n\tFOREIGN KEY (`grant_id`) REFERENCES `grants`(`id`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE UNIQUE INDEX `yt_broadcasts_mark_unique` ON `yt_broadcasts` (`mark`);",
      "\nCREATE INDEX `yt_broadcasts_stream` ON `yt_broadcasts` (`stream_id`,`ended_at`);",
      "\nCREATE INDEX `yt_broadcasts_grant` ON `yt_broadcasts` (`grant_id`);"
    ]
  },
  {
    "tag": "0013_misty_nico_minoru",
    "folderMillis": 1795404172865,
    "hash": "829a0765480104039e8eb1f5f23d11b320a49a7c70fb254f11d68f4e9e80a2d0",
    "bps": true,
    "sql": [
      "CREATE TABLE `playlist_entries` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`playlist_id` text NOT NULL,\n\t`position` integer NOT NULL,\n\t`title` text NOT NULL,\n\t`artist` text NOT NULL,\n\t`album` text,\n\t`duration_ms` integer,\n\t`isrc_code` text,\n\t`spotify_id` text,\n\t`record_label` text,\n\t`release_date` text,\n\t`cover_url` text,\n\t`explicit` integer DEFAULT false NOT NULL,\n\t`track_id` text,\n\t`why` text,\n\t`candidates` text NOT NULL,\n\tFOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade,\n\tFOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null\n);\n",
      "\nCREATE INDEX `playlist_entries_order` ON `playlist_entries` (`playlist_id`,`position`);",
      "\nCREATE INDEX `playlist_entries_track` ON `playlist_entries` (`track_id`);",
      "\nCREATE INDEX `playlist_entries_spotify` ON `playlist_entries` (`spotify_id`);"
    ]
  },
  {
    "tag": "0014_time_zone",
    "folderMillis": 1795404707228,
    "hash": "3962f594a891c93790548f1f9ee48a894804deeb0ec98a8898082c5634175e0d",
    "bps": true,
    "sql": [
      "ALTER TABLE `streams` ADD `time_zone` text;"
    ]
  },
  {
    "tag": "0015_fresh_iron_fist",
    "folderMillis": 1795405275036,
    "hash": "3dff66ea98c5ce8ce1e6f52b3c69b1260ffcb4ac91efa740f40f17f40e9683c5",
    "bps": true,
    "sql": [
      "ALTER TABLE `stream_settings` ADD `spotify_grant_id` text REFERENCES grants(id) ON DELETE set null;",
      "\nALTER TABLE `stream_settings` ADD `spotify_account_name` text;"
    ]
  },
  {
    "tag": "0016_petite_night_thrasher",
    "folderMillis": 1795446534635,
    "hash": "ee3525cf586083d0a6b035408658532fc9b8d6e61936f1ab3196c72104565fc6",
    "bps": true,
    "sql": [
      "CREATE TABLE `yt_viewers` (\n\t`stream_id` text NOT NULL,\n\t`minute` integer NOT NULL,\n\t`viewers` integer,\n\tPRIMARY KEY(`stream_id`, `minute`),\n\tFOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nCREATE INDEX `yt_viewers_minute` ON `yt_viewers` (`minute`);"
    ]
  },
  {
    "tag": "0017_flimsy_psylocke",
    "folderMillis": 1795448793281,
    "hash": "3cd74d1786294c920026155d9d86937488f4717fb0927ca134c36e0d18c4d91e",
    "bps": true,
    "sql": [
      "ALTER TABLE `streams` ADD `yt_roll_over_hours` integer;",
      "\nALTER TABLE `yt_broadcasts` ADD `live_at` integer;"
    ]
  },
  {
    "tag": "0018_lethal_silvermane",
    "folderMillis": 1795450241542,
    "hash": "7c283f57976fe0e1a99121a1e4f07a4be030ffb214e681741092b8fc13b87317",
    "bps": true,
    "sql": [
      "ALTER TABLE `yt_broadcasts` ADD `thumbnail_of` text;"
    ]
  },
  {
    "tag": "0019_playlist_jobs",
    "folderMillis": 1795451744931,
    "hash": "5690435becfca4080044d83a44c7d9258e44eb0a21a1425abc36f3e7c89ad949",
    "bps": true,
    "sql": [
      "CREATE TABLE `playlist_jobs` (\n\t`spotify_id` text PRIMARY KEY NOT NULL,\n\t`is` text NOT NULL,\n\t`done` integer DEFAULT 0 NOT NULL,\n\t`total` integer,\n\t`playlist_id` text,\n\t`sentence` text,\n\t`syncs` integer NOT NULL,\n\t`tracks_added` integer,\n\t`tracks_updated` integer,\n\t`created_at` integer NOT NULL,\n\tFOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade\n);\n",
      "\nALTER TABLE `tracks` ADD `cover_url` text;",
      "\nALTER TABLE `tracks` ADD `cover_asked_at` integer;",
      "\nCREATE INDEX `tracks_covers_to_fetch` ON `tracks` (`cover_url`) WHERE \"cover_url\" is not null and \"cover_asked_at\" is null;",
      "\nALTER TABLE `playlist_entries` ADD `label_asked_at` integer;",
      "\nALTER TABLE `playlist_entries` ADD `decided` integer DEFAULT false NOT NULL;",
      "\nALTER TABLE `playlists` ADD `synced_at` integer;"
    ]
  },
  {
    "tag": "0020_dark_tenebrous",
    "folderMillis": 1795464238704,
    "hash": "5580931641e33f07dfc48f43f5c533d82501b77780a2da593876a8d800189761",
    "bps": true,
    "sql": [
      "ALTER TABLE `yt_broadcasts` ADD `thumbnail_notice` text;",
      "\nALTER TABLE `yt_broadcasts` ADD `thumbnail_tries` integer DEFAULT 0 NOT NULL;",
      "\nALTER TABLE `yt_broadcasts` ADD `thumbnail_again_at` integer;"
    ]
  },
  {
    "tag": "0021_neat_dragon_man",
    "folderMillis": 1795464244548,
    "hash": "6e62c56ae2e9a7f1449ab09d2d9fa6bbc440a18f5191874f4a35cb285c4c34c6",
    "bps": true,
    "sql": [
      "ALTER TABLE `playlist_jobs` ADD `asked_by` text;",
      "\nALTER TABLE `playlist_jobs` ADD `request_id` text;"
    ]
  },
  {
    "tag": "0022_messy_green_goblin",
    "folderMillis": 1795466531461,
    "hash": "7aa5a5822b9901d234f6c70083a4fda13a5bf7f288e7bdb1589ea7fb646b6c3c",
    "bps": true,
    "sql": [
      "ALTER TABLE `streams` ADD `yt_sends_backup` integer DEFAULT false NOT NULL;",
      "\nALTER TABLE `streams` ADD `yt_backup_url` text;"
    ]
  },
  {
    "tag": "0023_curious_spencer_smythe",
    "folderMillis": 1795654710230,
    "hash": "075100e3954d1b6651370c50667f56f74bb111acae5bfdeda8e83d29ffac2ed2",
    "bps": true,
    "sql": [
      "ALTER TABLE `yt_broadcasts` ADD `is_to_be_updated` integer DEFAULT false NOT NULL;",
      "\nALTER TABLE `yt_broadcasts` ADD `missing_since` integer;",
      "\nALTER TABLE `yt_broadcasts` ADD `notice_by` text;"
    ]
  },
  {
    "tag": "0024_entries_tell_more",
    "folderMillis": 1795822205310,
    "hash": "362a29f918ab9ede08b6b58b296ee2ec736e7c2997f020cba048a8c07fd23f7d",
    "bps": true,
    "sql": [
      "ALTER TABLE `playlist_entries` ADD `spotify_album_id` text;",
      "\nALTER TABLE `playlist_entries` ADD `album_type` text;",
      "\nALTER TABLE `playlist_entries` ADD `album_total_tracks` integer;",
      "\nALTER TABLE `playlist_entries` ADD `disc_number` integer;",
      "\nALTER TABLE `playlist_entries` ADD `track_number` integer;",
      "\nALTER TABLE `playlist_entries` ADD `popularity` integer;",
      "\nALTER TABLE `playlist_entries` ADD `preview_url` text;",
      "\nCREATE INDEX `playlist_entries_isrc` ON `playlist_entries` (`isrc_code`);",
      "\nCREATE INDEX `playlist_entries_album` ON `playlist_entries` (`playlist_id`,`spotify_album_id`);"
    ]
  },
  {
    "tag": "0025_said_at_start",
    "folderMillis": 1795839300000,
    "hash": "92338a23d7e1faf461310001389bb4a3627d88f391e46f42a0ca1a139b8aad64",
    "bps": true,
    "sql": [
      "ALTER TABLE `yt_broadcasts` ADD `said_texts` text;"
    ]
  },
  {
    "tag": "0026_refused_texts",
    "folderMillis": 1795873800000,
    "hash": "0d11c2fe4a533767a71371d404088c1de4dc2df9eed8dd4176e7d6298e08cc4d",
    "bps": true,
    "sql": [
      "ALTER TABLE `yt_broadcasts` ADD `refused_texts` text;"
    ]
  }
];
