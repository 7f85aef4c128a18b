import { attention } from "@nightjar/contract";
import type { Attention } from "@nightjar/contract";
import { backgroundFiles, backgrounds, users } from "@nightjar/db";
import type { Db } from "@nightjar/db";
import { asc, count, eq } from "drizzle-orm";
import { z } from "zod";
import { isFileOfBackground } from "../files/background-file.ts";
import { leftOfNoStream } from "../plan/left-behind.ts";
import { missingNow } from "../plan/missing-now.ts";
import { defineVerb } from "../verb.ts";

/** What waits for somebody, the worst first; accounts are told of to those who may approve them. */
export const listAttention = defineVerb({
  name: "activity.attention",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.array(attention),
  async run({ ctx: { services, principal } }) {
    const missing = (await missingNow(services)).map(({ kind, sentence }) => ({ kind, text: asSentence(sentence) }));
    const accounts = principal.user.role === "admin" ? waitingAccounts(services.db) : [];
    const broadcasts = leftOfNoStream(services.db, services.clock.nowMs()).map((text) => ({ kind: "broadcast" as const, text }));
    return [...missing, ...broadcasts, ...failedCopies(services.db), ...accounts];
  },
});

function failedCopies(db: Db): Attention[] {
  const rows = db
    .select({ title: backgrounds.title })
    .from(backgrounds)
    .innerJoin(backgroundFiles, isFileOfBackground)
    .where(eq(backgroundFiles.mezzanineState, "failed"))
    .orderBy(asc(backgrounds.createdAt))
    .all();
  const [first] = rows;
  if (!first) return [];
  const which = rows.length === 1 ? `the background "${first.title}"` : `${rows.length} backgrounds, "${first.title}" among them,`;
  const uploads = rows.length === 1 ? "the upload itself airs" : "the uploads themselves air";
  const text = `The copy for the air of ${which} could not be made: ${uploads}. Upload ${rows.length === 1 ? "it" : "them"} again.`;
  return [{ kind: "background-copy", text }];
}

function waitingAccounts(db: Db): Attention[] {
  const total = db.select({ total: count() }).from(users).where(eq(users.status, "pending")).get()?.total ?? 0;
  if (total === 0) return [];
  const text = total === 1 ? "1 new account waits to be approved." : `${total} new accounts wait to be approved.`;
  return [{ kind: "waiting-accounts", text }];
}

/** What readiness says in the middle of a line. */
const asSentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;
