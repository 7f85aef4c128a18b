import { appRouter } from "@nightjar/api";

export interface Procedure {
  readonly _def: { readonly type: "query" | "mutation" | "subscription"; readonly meta?: unknown };
}

/** Every tRPC procedure by its whole name: flat at run time, nested only in its types. */
export const procedures = Object.entries(appRouter._def.procedures as unknown as Readonly<Record<string, Procedure>>);
