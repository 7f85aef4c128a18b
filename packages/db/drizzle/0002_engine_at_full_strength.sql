DROP INDEX `destinations_stream_kind`;--> statement-breakpoint
ALTER TABLE `destinations` ADD `is_extra` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `destinations_stream` ON `destinations` (`stream_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `destinations_stream_kind` ON `destinations` (`stream_id`,`kind`) WHERE "is_extra" = 0;--> statement-breakpoint
ALTER TABLE `streams` ADD `quality` text DEFAULT 'standard' NOT NULL;--> statement-breakpoint
ALTER TABLE `streams` ADD `stats_interval_ms` integer DEFAULT 60000 NOT NULL;--> statement-breakpoint
ALTER TABLE `stream_items` ADD `is_gapless` integer;--> statement-breakpoint
ALTER TABLE `as_run` ADD `ended_at` integer;--> statement-breakpoint
ALTER TABLE `as_run` ADD `destinations` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `stream_settings` ADD `render_encoder` text DEFAULT 'software' NOT NULL;