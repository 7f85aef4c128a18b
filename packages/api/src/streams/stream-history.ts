import { streamHistory, streamHistoryQuery, streamId, toldStep } from "@nightjar/contract";
import type { StreamChange } from "@nightjar/contract";
import { auditLog, users } from "@nightjar/db";
import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import { changedSomething } from "../audit.ts";
import { assertStream } from "../plan/assert-stream.ts";
import { defineVerb } from "../verb.ts";

const differing = z.record(z.string(), z.unknown());

/** Who changed what of a stream and when, as the audit log knows it; what was refused changed nothing. */
export const listStreamHistory = defineVerb({
  name: "streams.history",
  access: "approved",
  kind: "query",
  input: streamHistoryQuery.extend({ id: streamId }),
  output: streamHistory,
  run({ ctx, input: { id, before, limit } }) {
    const { db } = ctx.services;
    assertStream(db, id);
    const ofStream = and(eq(auditLog.subjectId, id), eq(auditLog.entity, "streams"), eq(auditLog.outcome, "ok"), changedSomething);
    const rows = db
      .select({ entry: auditLog, email: users.email })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.userId))
      .where(before === undefined ? ofStream : and(ofStream, lt(auditLog.id, before)))
      .orderBy(desc(auditLog.id))
      .limit(limit + 1)
      .all();
    const items = rows.slice(0, limit).map(({ entry, email }) => toChange(entry, email));
    return { items, nextBefore: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  },
});

function toChange({ id, at, action, ...entry }: typeof auditLog.$inferSelect, by: string | null): StreamChange {
  const before = fieldsOf(entry.before);
  const { step, revision, ...after } = fieldsOf(entry.after);
  const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((name) => name !== "revision"));
  const fields = [...names].map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }));
  const told = toldStep.safeParse(step);
  const made = z.number().int().safeParse(revision);
  const isByStudio = entry.userId === null;
  return { id, at: at.toISOString(), by, isByStudio, action, fields, revision: made.data ?? null, step: told.data ?? null };
}

const fieldsOf = (json: string | null): Readonly<Record<string, unknown>> =>
  json === null ? {} : (differing.safeParse(JSON.parse(json)).data ?? {});
