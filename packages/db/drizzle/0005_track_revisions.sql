ALTER TABLE `tracks` ADD `revision` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE `tracks` SET `isrc_code` = `isrc_key` WHERE `isrc_key` GLOB '[A-Z][A-Z][A-Z0-9][A-Z0-9][A-Z0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]';
