ALTER TABLE `audit_log` ADD `entity` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `before` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `after` text;