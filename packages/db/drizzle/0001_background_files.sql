CREATE TABLE `background_files` (
	`sha256` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`extension` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`width_px` integer NOT NULL,
	`height_px` integer NOT NULL,
	`poster_sha256` text,
	`mezzanine_state` text NOT NULL,
	`mezzanine_sha256` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`poster_sha256`) REFERENCES `artwork_files`(`sha256`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `background_files_mezzanine` ON `background_files` (`mezzanine_state`);--> statement-breakpoint
CREATE INDEX `background_files_mezzanine_file` ON `background_files` (`mezzanine_sha256`);--> statement-breakpoint
CREATE INDEX `background_files_poster` ON `background_files` (`poster_sha256`);--> statement-breakpoint
CREATE INDEX `backgrounds_video` ON `backgrounds` (`video_url`);--> statement-breakpoint
CREATE INDEX `backgrounds_thumbnail` ON `backgrounds` (`thumbnail_url`);--> statement-breakpoint
-- Written by hand: where several were active, the newest stays.
UPDATE `backgrounds` SET `is_active` = 0 WHERE `is_active` <> 0 AND `id` <> (SELECT `id` FROM `backgrounds` WHERE `is_active` <> 0 ORDER BY `created_at` DESC, `id` LIMIT 1);--> statement-breakpoint
CREATE UNIQUE INDEX `backgrounds_active` ON `backgrounds` (`is_active`) WHERE "is_active" = 1;