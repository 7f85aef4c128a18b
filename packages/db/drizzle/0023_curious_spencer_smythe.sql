ALTER TABLE `yt_broadcasts` ADD `is_to_be_updated` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `yt_broadcasts` ADD `missing_since` integer;--> statement-breakpoint
ALTER TABLE `yt_broadcasts` ADD `notice_by` text;