import type { TemplateId } from "@nightjar/contract";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, uuidKey } from "./columns.ts";

export const overlayTemplates = sqliteTable("overlay_templates", {
  id: uuidKey().$type<TemplateId>(),
  name: text("name").notNull(),
  description: text("description"),
  isDefault: flag("is_default").notNull().default(false),
  createdAt: createdAt(),
});
