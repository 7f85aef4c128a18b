import { AppError } from "@nightjar/contract";
import type { ErrorCode } from "@nightjar/contract";
import { TRPCError, initTRPC } from "@trpc/server";
import type { TRPCMutationProcedure, TRPCQueryProcedure } from "@trpc/server";
import type { z } from "zod";
import type { Ctx } from "./context.ts";
import type { Entries, Entry, Room } from "./room.ts";
import type { Verb } from "./verb.ts";

const t = initTRPC.context<Ctx>().create({
  errorFormatter({ shape, error }) {
    const known = error.cause instanceof AppError ? error.cause : null;
    const { stack: _neverTold, ...data } = shape.data;
    return { ...shape, data: { ...data, appCode: known?.code ?? null, issues: known?.issues ?? [], details: known?.details ?? {} } };
  },
});

const CODES: Readonly<Record<ErrorCode, TRPCError["code"]>> = {
  "invalid-input": "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  forbidden: "FORBIDDEN",
  "not-found": "NOT_FOUND",
  conflict: "CONFLICT",
  "too-slow": "TIMEOUT",
  "too-large": "PAYLOAD_TOO_LARGE",
  "unsupported-type": "UNSUPPORTED_MEDIA_TYPE",
  "too-many-requests": "TOO_MANY_REQUESTS",
  // The nearest that tRPC has; the code of ours goes with it.
  "disk-full": "SERVICE_UNAVAILABLE",
  unavailable: "SERVICE_UNAVAILABLE",
  internal: "INTERNAL_SERVER_ERROR",
};

export const toTrpcError = (error: AppError) => new TRPCError({ code: CODES[error.code], message: error.message, cause: error });

type InputOf<I extends z.ZodType> = I extends z.ZodVoid ? void : z.input<I>;

async function call<O extends z.ZodType>(verb: Verb<z.ZodType, O>, ctx: Ctx, input: unknown): Promise<z.output<O>> {
  try {
    return await verb({ ctx, input });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw toTrpcError(error);
  }
}

/** The verb reads its input itself: here it only gets its type. */
const unread = (value: unknown) => value;
interface ProcedureTypes<I extends z.ZodType, O extends z.ZodType> {
  input: InputOf<I>;
  output: z.output<O>;
  meta: object;
}

type ProcedureOf<E> =
  E extends Entry<infer I, infer O, infer P>
    ? P extends "query"
      ? TRPCQueryProcedure<ProcedureTypes<I, O>>
      : TRPCMutationProcedure<ProcedureTypes<I, O>>
    : never;
/** A room's procedures, by name: without those that `/api` has alone. */
type ProceduresOf<E extends Entries> = { [V in keyof E as E[V]["procedure"] extends "none" ? never : V]: ProcedureOf<E[V]> };
type RouterOf<R extends Room> = { [One in R as One["name"]]: ProceduresOf<One["entries"]> };

function procedureOf({ verb, procedure }: Entries[string]) {
  const made = t.procedure.meta(verb.spec).input(unread);
  if (procedure === "query") return made.query(({ ctx, input }) => call(verb, ctx, input));
  return made.mutation(({ ctx, input }) => call(verb, ctx, input));
}

function proceduresOf({ entries }: Room) {
  const called = Object.entries(entries).filter(([, { procedure }]) => procedure !== "none");
  return Object.fromEntries(called.map(([name, entry]) => [name, procedureOf(entry)]));
}

/** The router of all rooms. What it does is folded over the table; its types are read from the same table, here and nowhere else. */
export function routerOf<const R extends readonly Room[]>(rooms: R) {
  const all = Object.fromEntries(rooms.map((one) => [one.name, proceduresOf(one)]));
  return t.router(all as unknown as RouterOf<R[number]>);
}
