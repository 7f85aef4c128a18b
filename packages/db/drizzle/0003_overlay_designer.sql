ALTER TABLE `media_assets` ADD `width_px` integer;--> statement-breakpoint
ALTER TABLE `media_assets` ADD `height_px` integer;--> statement-breakpoint
ALTER TABLE `media_assets` ADD `bytes` integer;--> statement-breakpoint
ALTER TABLE `overlay_templates` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_templates` ADD `updated_at` integer;--> statement-breakpoint
ALTER TABLE `overlay_templates` ADD `updated_by` text;--> statement-breakpoint
ALTER TABLE `overlay_templates` ADD `plates` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `font_weight` text DEFAULT '400' NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `box_width_px` real;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `text_align` text DEFAULT 'left' NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `text_overflow` text DEFAULT 'ellipsis' NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `shadow_opacity` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `shadow_color` text DEFAULT '#000000' NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `shadow_blur_px` real DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `shadow_offset_px` real DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `outline_width_px` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `outline_color` text DEFAULT '#000000' NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `layer` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `overlay_elements` ADD `is_locked` integer DEFAULT false NOT NULL;