import { AppError } from "@nightjar/contract";
import type { UserId } from "@nightjar/contract";
import type { Tx } from "@nightjar/db";
import { z } from "zod";
import { authorise, authoriseAgain, checkInTime, checkOrigin } from "./access.ts";
import type { Access } from "./access.ts";
import { failAudit, insertAudit, insertAuditOrLog, watchDifference } from "./audit.ts";
import { type Entity, commit } from "./changes.ts";
import type { Ctx } from "./context.ts";
import type { Principal } from "./principal.ts";
import { checkOutput } from "./check-output.ts";
import { type PatchTarget, refuseUnknownFields } from "./patch-target.ts";
import { diskFullError, isDiskFull } from "./disk-full.ts";

/** What a verb's own code gets: a principal wherever the access level demands one. */
export interface VerbCtx<A extends Access> extends Ctx {
  readonly principal: A extends "public" | "metrics" ? Principal | null : Principal;
}

interface Common<A extends Access, I extends z.ZodType, O extends z.ZodType> {
  /** "streams.start": the name in the audit log, and of the tRPC procedure where there is one. */
  readonly name: string;
  readonly access: A;
  readonly input: I;
  readonly output: O;
  /** Its answer has a token, a link by one or the state of a consent in it. It is not packed: how long it would be then says something of that. */
  readonly tellsToken?: true;
}

/** A change and an act are checked for their origin and leave an audit entry; an act has no rows of ours. */
export type Kind = "query" | "change" | "act";

export interface VerbSpec<A extends Access, I extends z.ZodType, O extends z.ZodType, K extends Kind> extends Common<A, I, O> {
  readonly kind: K;
  /** What kind of thing it is done to, for the audit log; null: to none that events can name. */
  readonly entity: Entity | null;
}

interface Call<A extends Access, I extends z.ZodType> {
  readonly ctx: VerbCtx<A>;
  readonly input: z.output<I>;
}

interface QueryDefinition<A extends Access, I extends z.ZodType, O extends z.ZodType> extends Common<A, I, O> {
  readonly kind: "query";
  readonly run: (call: Call<A, I>) => Promise<z.output<O>> | z.output<O>;
}

interface ChangeCommon<A extends Access, I extends z.ZodType, O extends z.ZodType, C, P> extends Common<A, I, O> {
  /** Where fields of something are changed: what has them. Others are refused by name instead of being passed over. */
  readonly patches?: PatchTarget;
  /** Another site sends browsers here: by what else it is known who may come, the verb says itself. */
  readonly fromAnywhere?: boolean;
  /** What kind of thing the subject is: the audit log tells how it differs. */
  readonly entity?: Entity;
  /** The id of what is changed, for the audit log; of what is made it is known after the commit. */
  readonly subject?: (input: z.output<I>, committed: C | null, prepared: P | null) => string | null;
}

interface ChangeDefinition<A extends Access, I extends z.ZodType, O extends z.ZodType, P, C> extends ChangeCommon<A, I, O, C, P> {
  /** Whose change it is, where the call itself does not tell. */
  readonly by?: (committed: C) => UserId;
  /**
   * What may wait: reads, hashes, receives. Touches no rows but those that the way there uses up, as a service's quota. Who may is looked
   * at again after it.
   */
  readonly prepare?: (call: Call<A, I>) => P | Promise<P>;
  /** What was asked for is done outside of `commit` by then, and nothing here takes it back: it is recorded, whoever may now. */
  readonly isDoneInPrepare?: boolean;
  /** Rows, and by `changed` what they are of; synchronous, whole or not at all. */
  readonly commit: (tx: Tx, call: Call<A, I> & { readonly prepared: P }) => C;
  /** What follows from the commit before anything can come between, as the engine being told of what was planned in it. Never throws. */
  readonly atOnce?: (call: Call<A, I> & { readonly committed: C; readonly prepared: P }) => void;
  /** What the answer waits for once it is stored and outlives a power cut; where it fails, the audit entry says so. Without it, what was committed is the answer. */
  readonly after?: (call: Call<A, I> & { readonly committed: C }) => Promise<z.output<O>> | z.output<O>;
  /** Gives back what was prepared, however it ended. */
  readonly release?: (prepared: P, ctx: VerbCtx<A>) => void;
}

interface ActDefinition<A extends Access, I extends z.ZodType, O extends z.ZodType> extends ChangeCommon<A, I, O, z.output<O>, null> {
  /** Where what was asked for had been done before, by somebody else or by the same press, it says so by `wasFound`. */
  readonly act: (call: Call<A, I> & { readonly wasFound: () => void }) => Promise<z.output<O>> | z.output<O>;
  /** It leaves rows after all, by other ways than its own commit, as a sign-in: the answer waits until the disk has them. */
  readonly leavesRows?: boolean;
}

export interface Verb<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, K extends Kind = Kind> {
  /** @throws AppError and nothing else */
  (call: { readonly ctx: Ctx; readonly input: unknown }): Promise<z.output<O>>;
  readonly spec: VerbSpec<Access, I, O, K>;
}

/** A verb that only reads. */
export function defineVerb<A extends Access, I extends z.ZodType, O extends z.ZodType>(
  definition: QueryDefinition<A, I, O>,
): Verb<I, O, "query"> {
  return wrap(definition, "query", (call) => definition.run(call));
}

/**
 * A verb that changes what is stored. Its rows, and the audit entry of its success, are one transaction; what follows from what it said
 * to have changed follows the commit by itself: live events, plans, the end of what runs. The answer waits until the disk has it.
 */
export function defineChange<A extends Access, I extends z.ZodType, O extends z.ZodType, P = undefined, C = z.output<O>>(
  definition: ChangeDefinition<A, I, O, P, C> &
    (C extends z.output<O> ? unknown : Required<Pick<ChangeDefinition<A, I, O, P, C>, "after">>),
): Verb<I, O, "change"> {
  const { name, access, entity = null, subject, by, prepare, isDoneInPrepare = false, atOnce, after, release } = definition;
  const run = async (call: Call<A, I>, left: Left): Promise<z.output<O>> => {
    const { ctx, input } = call;
    const prepared = (await prepare?.(call)) as P;
    try {
      const { made, entryId } = commit(ctx.services, (tx) => {
        if (prepare && !isDoneInPrepare) authoriseAgain(access, ctx);
        const tellDifference = watchDifference(tx, entity, subject?.(input, null, prepared) ?? null);
        const made = definition.commit(tx, { ...call, prepared });
        const subjectId = subject?.(input, made, prepared) ?? null;
        const userId = by?.(made) ?? ctx.principal?.user.id ?? null;
        const entry = { userId, action: name, entity, subjectId, outcome: "ok" };
        const entryId = insertAudit(tx, ctx, entry, tellDifference(subjectId));
        if (subjectId !== null) ctx.alongside?.(tx, subjectId);
        return { made, entryId };
      });
      left.entryId = entryId;
      atOnce?.({ ...call, committed: made, prepared });
      if (!after) return made as z.output<O>;
      // What is asked of others can be taken back as little as an answer.
      await ctx.services.db.flushed();
      return await after({ ...call, committed: made });
    } finally {
      release?.(prepared, ctx);
    }
  };
  return wrap(definition, "change", run);
}

/**
 * A verb that commits no rows of its own: it asks the engine, or signs somebody in. Its audit entry follows, which for a stream is told; no
 * answer waits for that alone: what was asked for is done by then.
 */
export function defineAct<A extends Access, I extends z.ZodType, O extends z.ZodType>(
  definition: ActDefinition<A, I, O>,
): Verb<I, O, "act"> {
  const { name, entity = null, subject, act, leavesRows = false } = definition;
  return wrap(definition, "act", async (call, left) => {
    let isFound = false;
    const result = await act({ ...call, wasFound: () => (isFound = true) });
    const { ctx, input } = call;
    const userId = ctx.principal?.user.id ?? null;
    const entry = { userId, action: name, entity, subjectId: subject?.(input, result, null) ?? null, outcome: "ok" };
    left.entryId = insertAuditOrLog(ctx, entry, isFound);
    if (leavesRows) await ctx.services.db.flushed();
    return result;
  });
}

/** The audit entry that a call has written so far. */
interface Left {
  entryId: number | null;
}

/** Around every verb: who may, from where, with what; the audit entry of a refusal, and the closed set of errors. */
function wrap<A extends Access, I extends z.ZodType, O extends z.ZodType, K extends Kind>(
  definition: Common<A, I, O> & Pick<ChangeCommon<A, I, O, never, never>, "patches" | "fromAnywhere" | "entity" | "subject">,
  kind: K,
  run: (call: Call<A, I>, left: Left) => Promise<z.output<O>> | z.output<O>,
): Verb<I, O, K> {
  const { name, access, input, output, tellsToken, patches, fromAnywhere = false, entity = null, subject } = definition;
  const call = async ({ ctx, input: raw }: { ctx: Ctx; input: unknown }): Promise<z.output<O>> => {
    let principal: Principal | null = null;
    let parsed: z.output<I> | null = null;
    const left: Left = { entryId: null };
    try {
      principal = await authorise(access, ctx);
      if (kind !== "query") {
        if (!fromAnywhere) checkOrigin(ctx.request, ctx.services.config.publicUrl);
        checkInTime(ctx.request, ctx.services.clock);
      }
      parsed = parseInput(input, raw);
      if (patches) refuseUnknownFields(patches, input, raw);
      const result = await run({ ctx: { ...ctx, principal: principal as VerbCtx<A>["principal"] }, input: parsed }, left);
      if (kind === "change") await ctx.services.db.flushed();
      if (ctx.services.config.checksOutputs) checkOutput(output, result, name);
      return result;
    } catch (error) {
      const known = toAppError(error, ctx, name);
      if (left.entryId !== null) failAudit(ctx, left.entryId, known.code);
      // Refused strangers leave no row: they could fill the disk.
      else if (kind !== "query" && principal !== null) {
        const subjectId = parsed === null ? null : (subject?.(parsed, null, null) ?? null);
        insertAuditOrLog(ctx, { userId: principal.user.id, action: name, entity, subjectId, outcome: known.code });
      }
      throw known;
    }
  };
  return Object.assign(call, { spec: { name, access, kind, entity, input, output, ...(tellsToken && { tellsToken }) } });
}

function parseInput<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  // A call without input takes no notice of what came with it.
  const parsed = schema.safeParse(schema.def.type === "void" ? undefined : raw);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.map(String).join("."), message: issue.message }));
  throw new AppError("invalid-input", issues[0]?.message ?? "Invalid input", { issues });
}

/** Unknown errors are logged and answered without their text. */
function toAppError(error: unknown, ctx: Ctx, name: string): AppError {
  if (error instanceof AppError) return error;
  const { requestId } = ctx.request;
  if (isDiskFull(error)) {
    ctx.services.log.error({ err: error, requestId, verb: name }, "the disk is full");
    return diskFullError(error);
  }
  ctx.services.log.error({ err: error, requestId, verb: name }, "a call failed unexpectedly");
  return new AppError("internal", `Something went wrong. The log knows more under request ${requestId}.`, { cause: error });
}
