CREATE TABLE `playlist_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`playlist_id` text NOT NULL,
	`position` integer NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album` text,
	`duration_ms` integer,
	`isrc_code` text,
	`spotify_id` text,
	`record_label` text,
	`release_date` text,
	`cover_url` text,
	`explicit` integer DEFAULT false NOT NULL,
	`track_id` text,
	`why` text,
	`candidates` text NOT NULL,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `playlist_entries_order` ON `playlist_entries` (`playlist_id`,`position`);--> statement-breakpoint
CREATE INDEX `playlist_entries_track` ON `playlist_entries` (`track_id`);--> statement-breakpoint
CREATE INDEX `playlist_entries_spotify` ON `playlist_entries` (`spotify_id`);