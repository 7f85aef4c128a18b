ALTER TABLE `yt_broadcasts` ADD `thumbnail_notice` text;--> statement-breakpoint
ALTER TABLE `yt_broadcasts` ADD `thumbnail_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `yt_broadcasts` ADD `thumbnail_again_at` integer;