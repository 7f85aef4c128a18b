ALTER TABLE `stream_items` ADD `placed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_id`,`id`);