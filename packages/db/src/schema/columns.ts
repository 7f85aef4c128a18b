import { integer, text } from "drizzle-orm/sqlite-core";
import { randomUUID } from "node:crypto";

/** Opaque primary key, made here so that a row's id is known before it is written. */
export const uuidKey = () => text("id").primaryKey().$defaultFn(randomUUID);
/** A moment, stored as milliseconds since 1970. */
export const moment = (name: string) => integer(name, { mode: "timestamp_ms" });
export const createdAt = () =>
  moment("created_at")
    .notNull()
    .$defaultFn(() => new Date());
export const flag = (name: string) => integer(name, { mode: "boolean" });
export const textList = (name: string) =>
  text(name, { mode: "json" })
    .$type<readonly string[]>()
    .notNull()
    .$defaultFn(() => []);
