import type { ElementId, ElementStyle, ElementType, FontFamily, MediaAssetId, TemplateId } from "@nightjar/contract";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, uuidKey } from "./columns.ts";
import { mediaAssets } from "./media-assets.ts";
import { overlayTemplates } from "./overlay-templates.ts";

export const overlayElements = sqliteTable(
  "overlay_elements",
  {
    id: uuidKey().$type<ElementId>(),
    name: text("name").notNull(),
    type: text("type").$type<ElementType>().notNull(),
    xPosition: real("x_position").notNull().default(0),
    yPosition: real("y_position").notNull().default(0),
    fontSize: real("font_size").notNull().default(14),
    fontFamily: text("font_family").$type<FontFamily>().notNull().default("Roboto"),
    textColor: text("text_color").notNull().default("#FFFFFF"),
    opacity: integer("opacity").notNull().default(90),
    isVisible: flag("is_visible").notNull().default(true),
    templateId: text("template_id")
      .$type<TemplateId>()
      .references(() => overlayTemplates.id, { onDelete: "cascade" }),
    content: text("content"),
    mediaAssetId: text("media_asset_id")
      .$type<MediaAssetId>()
      .references(() => mediaAssets.id, { onDelete: "set null" }),
    fontWeight: text("font_weight").$type<ElementStyle["fontWeight"]>().notNull().default("400"),
    boxWidthPx: real("box_width_px"),
    textAlign: text("text_align").$type<ElementStyle["textAlign"]>().notNull().default("left"),
    textOverflow: text("text_overflow").$type<ElementStyle["textOverflow"]>().notNull().default("ellipsis"),
    shadowOpacity: real("shadow_opacity").notNull().default(0),
    shadowColor: text("shadow_color").notNull().default("#000000"),
    shadowBlurPx: real("shadow_blur_px").notNull().default(8),
    shadowOffsetPx: real("shadow_offset_px").notNull().default(2),
    outlineWidthPx: real("outline_width_px").notNull().default(0),
    outlineColor: text("outline_color").notNull().default("#000000"),
    /** From back to front; what is equal stands in the order it was added in. */
    layer: integer("layer").notNull().default(0),
    isLocked: flag("is_locked").notNull().default(false),
  },
  (table) => [index("overlay_elements_template").on(table.templateId), index("overlay_elements_asset").on(table.mediaAssetId)],
);
