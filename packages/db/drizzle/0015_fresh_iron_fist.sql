ALTER TABLE `stream_settings` ADD `spotify_grant_id` text REFERENCES grants(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `stream_settings` ADD `spotify_account_name` text;