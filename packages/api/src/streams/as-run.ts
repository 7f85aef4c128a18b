import { asRunEntry, asRunPage, asRunQuery, streamId, zonedIso } from "@nightjar/contract";
import type { AsRunEntry, StreamId, TimeZone } from "@nightjar/contract";
import { asRun, streams } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { checkOutput } from "../check-output.ts";
import type { Services } from "../context.ts";
import { defineVerb } from "../verb.ts";
import { asRunCsv } from "./as-run-csv.ts";
import { asRunPages, readAsRun } from "./as-run-rows.ts";
import { noSuchStream } from "../plan/assert-stream.ts";

const PAGE_DEFAULT = 100;

/** One page of what really aired, newest first. */
export const listAsRun = defineVerb({
  name: "streams.asRun",
  access: "approved",
  kind: "query",
  input: asRunQuery.omit({ format: true }).extend({ id: streamId }),
  output: asRunPage,
  run({ ctx, input }) {
    loggedStream(ctx.services.db, input.id);
    return readAsRun(ctx.services, { ...input, limit: input.limit ?? PAGE_DEFAULT });
  },
});

/** The log as a body of any length, or one page of it. */
export interface AsRunExport {
  readonly contentType: string;
  /** null: shown, not kept. */
  readonly fileName: string | null;
  readonly nextCursor: string | null;
  readonly chunks: Iterable<string>;
}

export const exportAsRun = defineVerb({
  name: "streams.exportAsRun",
  access: "approved",
  kind: "query",
  input: asRunQuery.extend({ id: streamId }),
  output: z.custom<AsRunExport>(),
  run({ ctx, input }): AsRunExport {
    const { db, clock } = ctx.services;
    const { format, limit, cursor, ...wanted } = input;
    const { title, timeZone } = loggedStream(db, input.id);
    const isPaged = limit !== undefined || cursor !== undefined;
    const page = isPaged ? readAsRun(ctx.services, { ...input, limit: limit ?? PAGE_DEFAULT }) : null;
    const pages = page ? [page.items] : asRunPages(ctx.services, wanted);
    const nextCursor = page?.nextCursor ?? null;
    if (format === "json") return { contentType: "application/json", fileName: null, nextCursor, chunks: jsonArray(ctx.services, pages) };
    const fileName = `as-run ${title} ${zonedIso(clock.nowMs(), timeZone).slice(0, 10)}.csv`;
    const chunks = asRunCsv(pages, { streamTitle: title, timeZone });
    return { contentType: "text/csv; charset=utf-8; header=present", fileName, nextCursor, chunks };
  },
});

/** The log outlives its stream. @throws AppError 404 when there is neither */
function loggedStream(db: Db, id: StreamId): { readonly title: string; readonly timeZone: TimeZone } {
  const stream = db.select({ title: streams.title, timeZone: streams.timeZone }).from(streams).where(eq(streams.id, id)).get();
  if (stream) return stream;
  if (!db.select({ entryId: asRun.entryId }).from(asRun).where(eq(asRun.streamId, id)).limit(1).get()) throw noSuchStream();
  return { title: "", timeZone: null };
}

function* jsonArray({ config }: Pick<Services, "config">, pages: Iterable<readonly AsRunEntry[]>): Generator<string> {
  let before = "[";
  for (const page of pages) {
    for (const entry of page) {
      // The verb answers no more than the way to them.
      if (config.checksOutputs) checkOutput(asRunEntry, entry, "streams.exportAsRun");
      yield `${before}${JSON.stringify(entry)}`;
      before = ",";
    }
  }
  yield before === "[" ? "[]" : "]";
}
