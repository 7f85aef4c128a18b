export * from "./checkpoint.ts";
export { foldText } from "./functions.ts";
export * from "./lock.ts";
export * from "./migrate.ts";
export * from "./migrations.gen.ts";
export * from "./open.ts";
export * from "./seeded.ts";
export * from "./schema/index.ts";
