import { background, formatDuration } from "@nightjar/contract";
import { backgrounds } from "@nightjar/db";
import { desc } from "drizzle-orm";
import { z } from "zod";
import { defineVerb } from "../verb.ts";

export const listBackgrounds = defineVerb({
  name: "backgrounds.list",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(background),
  run({ ctx }) {
    const rows = ctx.services.db.select().from(backgrounds).orderBy(desc(backgrounds.createdAt)).all();
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      videoUrl: row.videoUrl,
      thumbnailUrl: row.thumbnailUrl,
      duration: formatDuration(row.durationMs),
      resolution: row.resolution,
      isActive: row.isActive,
    }));
  },
});
