ALTER TABLE `playlist_entries` ADD `spotify_album_id` text;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `album_type` text;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `album_total_tracks` integer;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `disc_number` integer;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `track_number` integer;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `popularity` integer;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `preview_url` text;--> statement-breakpoint
CREATE INDEX `playlist_entries_isrc` ON `playlist_entries` (`isrc_code`);--> statement-breakpoint
CREATE INDEX `playlist_entries_album` ON `playlist_entries` (`playlist_id`,`spotify_album_id`);