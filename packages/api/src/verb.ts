import { AppError } from "@nightjar/contract";
import { auditLog } from "@nightjar/db";
import { z } from "zod";
import { authorise, checkOrigin } from "./access.ts";
import type { Access } from "./access.ts";
import type { Ctx, Principal } from "./context.ts";
import { type PatchTarget, refuseUnknownFields } from "./patch-target.ts";
import { diskFullError, isDiskFull } from "./disk-full.ts";

/** What a verb's own code gets: a principal wherever the access level demands one. */
export interface VerbCtx<A extends Access> extends Ctx {
  readonly principal: A extends "public" | "metrics" ? Principal | null : Principal;
}

export interface VerbSpec<A extends Access, I extends z.ZodType, O extends z.ZodType> {
  /** "streams.start": the name in the audit log, and of the tRPC procedure where there is one. */
  readonly name: string;
  readonly access: A;
  /** A change is checked for its origin and leaves an audit entry. */
  readonly kind: "query" | "change";
  readonly input: I;
  readonly output: O;
}

interface Definition<A extends Access, I extends z.ZodType, O extends z.ZodType> extends VerbSpec<A, I, O> {
  /** Where fields of something are changed: what has them. Others are refused by name instead of being passed over. */
  readonly patches?: PatchTarget;
  /** The id of what is changed, for the audit log. */
  readonly subject?: (input: z.output<I>, output: z.output<O> | null) => string | null;
  readonly run: (call: { ctx: VerbCtx<A>; input: z.output<I> }) => Promise<z.output<O>> | z.output<O>;
}

export interface Verb<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** @throws AppError and nothing else */
  (call: { readonly ctx: Ctx; readonly input: unknown }): Promise<z.output<O>>;
  readonly spec: VerbSpec<Access, I, O>;
}

/** The one wrapper: who may, from where, with what; then the audit entry and the closed set of errors. */
export function defineVerb<A extends Access, I extends z.ZodType, O extends z.ZodType>(definition: Definition<A, I, O>): Verb<I, O> {
  const { name, access, kind, input, output } = definition;
  const call = async ({ ctx, input: raw }: { ctx: Ctx; input: unknown }): Promise<z.output<O>> => {
    let principal: Principal | null = null;
    let parsed: z.output<I> | null = null;
    let result: z.output<O> | null = null;
    let outcome = "ok";
    try {
      principal = await authorise(access, ctx);
      if (kind === "change") checkOrigin(ctx.request, ctx.services.config.publicUrl);
      parsed = parseInput(input, raw);
      if (definition.patches) refuseUnknownFields(definition.patches, input, raw);
      const verbCtx = { ...ctx, principal: principal as VerbCtx<A>["principal"] };
      result = await definition.run({ ctx: verbCtx, input: parsed });
      return result;
    } catch (error) {
      const known = toAppError(error, ctx, name);
      outcome = known.code;
      throw known;
    } finally {
      // Refused strangers leave no row: they could fill the disk.
      if (kind === "change" && (principal !== null || outcome === "ok")) {
        const subjectId = parsed === null ? null : (definition.subject?.(parsed, result) ?? null);
        writeAudit(ctx, { userId: principal?.user.id ?? null, action: name, subjectId, outcome });
      }
    }
  };
  return Object.assign(call, { spec: { name, access, kind, input, output } });
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

type AuditEntry = Omit<typeof auditLog.$inferInsert, "at" | "requestId">;

function writeAudit(ctx: Ctx, entry: AuditEntry): void {
  const { services, request } = ctx;
  try {
    services.db
      .insert(auditLog)
      .values({ ...entry, at: new Date(services.clock.nowMs()), requestId: request.requestId })
      .run();
  } catch (error) {
    services.log.error({ err: error, requestId: request.requestId, verb: entry.action }, "an audit entry could not be written");
  }
}
