import type { ScenePlate, TemplateId } from "@nightjar/contract";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, flag, moment, uuidKey } from "./columns.ts";

export const overlayTemplates = sqliteTable("overlay_templates", {
  id: uuidKey().$type<TemplateId>(),
  name: text("name").notNull(),
  description: text("description"),
  isDefault: flag("is_default").notNull().default(false),
  createdAt: createdAt(),
  /** Raised by every change of it and of its elements. */
  revision: integer("revision").notNull().default(0),
  /** null: never since it was made. */
  updatedAt: moment("updated_at"),
  updatedBy: text("updated_by"),
  plates: text("plates", { mode: "json" })
    .$type<readonly ScenePlate[]>()
    .notNull()
    .$defaultFn(() => [])
    .default([]),
});
