CREATE TABLE `test_streams` (
	`stream_id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`name_sealed` text NOT NULL,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`stream_id`) REFERENCES `streams`(`id`) ON UPDATE no action ON DELETE cascade
);
