ALTER TABLE `playlist_jobs` ADD `asked_by` text;--> statement-breakpoint
ALTER TABLE `playlist_jobs` ADD `request_id` text;