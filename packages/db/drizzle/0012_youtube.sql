CREATE TABLE `youtube_quota` (
	`day` text PRIMARY KEY NOT NULL,
	`units` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `yt_broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`stream_id` text,
	`grant_id` text,
	`session_id` text,
	`mark` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`privacy` text NOT NULL,
	`yt_stream_id` text NOT NULL,
	`is_asked` integer DEFAULT false NOT NULL,
	`yt_broadcast_id` text,
	`life_cycle` text,
	`is_bound` integer DEFAULT false NOT NULL,
	`stream_status` text,
	`health` text,
	`issues` text NOT NULL,
	`viewers` integer,
	`checked_at` integer,
	`notice` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`grant_id`) REFERENCES `grants`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `yt_broadcasts_mark_unique` ON `yt_broadcasts` (`mark`);--> statement-breakpoint
CREATE INDEX `yt_broadcasts_stream` ON `yt_broadcasts` (`stream_id`,`ended_at`);--> statement-breakpoint
CREATE INDEX `yt_broadcasts_grant` ON `yt_broadcasts` (`grant_id`);