import { checkDuplicatesInput, checkDuplicatesOutput } from "@nightjar/contract";
import { tracks } from "@nightjar/db";
import { inArray } from "drizzle-orm";
import { defineVerb } from "../verb.ts";
import { isrcKeyOf } from "./search-text.ts";

/** SQLite's bound on parameters is far above this. */
const CHUNK = 1000;

/** Answers the codes as they were sent, whatever hyphens or capitals they were written with. */
export const checkDuplicates = defineVerb({
  name: "tracks.checkDuplicates",
  access: "approved",
  kind: "query",
  input: checkDuplicatesInput,
  output: checkDuplicatesOutput,
  run({ ctx, input }) {
    const keys = [...new Set(input.isrcCodes.map(isrcKeyOf).filter((key) => key !== null))];
    const known = new Set<string | null>();
    for (let start = 0; start < keys.length; start += CHUNK) {
      const chunk = keys.slice(start, start + CHUNK);
      const rows = ctx.services.db.select({ key: tracks.isrcKey }).from(tracks).where(inArray(tracks.isrcKey, chunk)).all();
      for (const row of rows) known.add(row.key);
    }
    return { duplicates: [...new Set(input.isrcCodes)].filter((code) => known.has(isrcKeyOf(code))) };
  },
});
