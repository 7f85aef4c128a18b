ALTER TABLE `streams` ADD `yt_roll_over_hours` integer;--> statement-breakpoint
ALTER TABLE `yt_broadcasts` ADD `live_at` integer;