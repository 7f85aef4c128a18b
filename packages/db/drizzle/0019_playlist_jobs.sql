CREATE TABLE `playlist_jobs` (
	`spotify_id` text PRIMARY KEY NOT NULL,
	`is` text NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`total` integer,
	`playlist_id` text,
	`sentence` text,
	`syncs` integer NOT NULL,
	`tracks_added` integer,
	`tracks_updated` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`playlist_id`) REFERENCES `playlists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `tracks` ADD `cover_url` text;--> statement-breakpoint
ALTER TABLE `tracks` ADD `cover_asked_at` integer;--> statement-breakpoint
CREATE INDEX `tracks_covers_to_fetch` ON `tracks` (`cover_url`) WHERE "cover_url" is not null and "cover_asked_at" is null;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `label_asked_at` integer;--> statement-breakpoint
ALTER TABLE `playlist_entries` ADD `decided` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `playlists` ADD `synced_at` integer;