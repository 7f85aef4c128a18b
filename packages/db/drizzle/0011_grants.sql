CREATE TABLE `grant_requests` (
	`state` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`browser` text NOT NULL,
	`verifier_sealed` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grant_requests_user` ON `grant_requests` (`user_id`);--> statement-breakpoint
CREATE INDEX `grant_requests_expires` ON `grant_requests` (`expires_at`);--> statement-breakpoint
CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`account` text,
	`access_token_sealed` text NOT NULL,
	`refresh_token_sealed` text,
	`expires_at` integer,
	`lost_at` integer,
	`ended_at` integer,
	`granted_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`granted_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_account` ON `grants` (`service`,`account`);--> statement-breakpoint
CREATE INDEX `grants_granted_by` ON `grants` (`granted_by`);--> statement-breakpoint
ALTER TABLE `streams` ADD `yt_grant_id` text REFERENCES grants(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `streams_yt_grant` ON `streams` (`yt_grant_id`);