ALTER TABLE `streams` ADD `yt_sends_backup` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `streams` ADD `yt_backup_url` text;