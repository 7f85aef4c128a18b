CREATE TABLE `yt_viewers` (
	`stream_id` text NOT NULL,
	`minute` integer NOT NULL,
	`viewers` integer,
	PRIMARY KEY(`stream_id`, `minute`),
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `yt_viewers_minute` ON `yt_viewers` (`minute`);