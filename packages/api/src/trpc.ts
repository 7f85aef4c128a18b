import { AppError } from "@nightjar/contract";
import type { ErrorCode } from "@nightjar/contract";
import { TRPCError, initTRPC } from "@trpc/server";
import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { z } from "zod";
import type { Ctx } from "./context.ts";
import type { Verb } from "./verb.ts";

const t = initTRPC.context<Ctx>().create({
  errorFormatter({ shape, error }) {
    const known = error.cause instanceof AppError ? error.cause : null;
    const { stack: _neverTold, ...data } = shape.data;
    return { ...shape, data: { ...data, appCode: known?.code ?? null, issues: known?.issues ?? [], details: known?.details ?? {} } };
  },
});

export const router = t.router;

const CODES: Readonly<Record<ErrorCode, TRPCError["code"]>> = {
  "invalid-input": "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  "not-found": "NOT_FOUND",
  conflict: "CONFLICT",
  "too-large": "PAYLOAD_TOO_LARGE",
  "unsupported-type": "UNSUPPORTED_MEDIA_TYPE",
  "too-many-requests": "TOO_MANY_REQUESTS",
  // The nearest that tRPC has; the code of ours goes with it.
  "disk-full": "SERVICE_UNAVAILABLE",
  unavailable: "SERVICE_UNAVAILABLE",
  internal: "INTERNAL_SERVER_ERROR",
};

type InputOf<I extends z.ZodType> = I extends z.ZodVoid ? void : z.input<I>;

async function call<O extends z.ZodType>(verb: Verb<z.ZodType, O>, ctx: Ctx, input: unknown): Promise<z.output<O>> {
  try {
    return await verb({ ctx, input });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new TRPCError({ code: CODES[error.code], message: error.message, cause: error });
  }
}

/** The verb reads its input itself: here it only gets its type. */
const unread = (value: unknown) => value;
interface Procedure<I extends z.ZodType, O extends z.ZodType> {
  input: InputOf<I>;
  output: z.output<O>;
  meta: object;
}

export function query<I extends z.ZodType, O extends z.ZodType>(verb: Verb<I, O>): TRPCQueryProcedure<Procedure<I, O>> {
  const procedure = t.procedure
    .meta(verb.spec)
    .input(unread)
    .query(({ ctx, input }) => call(verb, ctx, input));
  return procedure as unknown as TRPCQueryProcedure<Procedure<I, O>>;
}

export function mutation<I extends z.ZodType, O extends z.ZodType>(verb: Verb<I, O>): TRPCMutationProcedure<Procedure<I, O>> {
  const procedure = t.procedure
    .meta(verb.spec)
    .input(unread)
    .mutation(({ ctx, input }) => call(verb, ctx, input));
  return procedure as unknown as TRPCMutationProcedure<Procedure<I, O>>;
}
