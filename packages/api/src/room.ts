import type { z } from "zod";
import type { Route, RouteTo } from "./http/route.ts";
import type { Kind, Verb } from "./verb.ts";

/** What a verb is to the studio: tRPC reads by queries and changes by mutations. */
export type Procedure = "query" | "mutation" | "none";
type ProcedureOf<K extends Kind> = K extends "query" ? "query" : "mutation";

/** A verb, and where it is called. */
export interface Entry<I extends z.ZodType, O extends z.ZodType, P extends Procedure> {
  readonly verb: Verb<I, O>;
  readonly procedure: P;
  readonly route: Route | null;
}
export type Entries = Readonly<Record<string, Entry<z.ZodType, z.ZodType, Procedure>>>;

/** All verbs of one room, by the names they are called by. */
export interface Room<N extends string = string, E extends Entries = Entries> {
  readonly name: N;
  readonly entries: E;
}

/** The one place where a verb is listed. @throws when it is listed under another name than its own */
export function room<const N extends string, E extends Entries>(name: N, entries: E): Room<N, E> {
  for (const [key, { verb }] of Object.entries(entries)) {
    if (verb.spec.name !== `${name}.${key}`) throw new Error(`${verb.spec.name} is listed as ${name}.${key}`);
  }
  return { name, entries };
}

/** For the studio and for whoever calls `/api`. */
export function onBoth<I extends z.ZodType, O extends z.ZodType, K extends Kind>(
  verb: Verb<I, O, K>,
  to: RouteTo<O>,
): Entry<I, O, ProcedureOf<K>> {
  return { verb, procedure: procedureOf(verb), route: to(verb) };
}

/** For the studio alone. */
export function onStudio<I extends z.ZodType, O extends z.ZodType, K extends Kind>(verb: Verb<I, O, K>): Entry<I, O, ProcedureOf<K>> {
  return { verb, procedure: procedureOf(verb), route: null };
}

/** For `/api` alone. */
export function onHttp<I extends z.ZodType, O extends z.ZodType>(verb: Verb<I, O>, to: RouteTo<O>): Entry<I, O, "none"> {
  return { verb, procedure: "none", route: to(verb) };
}

/** A query that the studio calls as a mutation: its input does not fit into an address. */
export function asMutation<I extends z.ZodType, O extends z.ZodType>(entry: Entry<I, O, Procedure>): Entry<I, O, "mutation"> {
  return { ...entry, procedure: "mutation" };
}

function procedureOf<K extends Kind>({ spec }: Verb<z.ZodType, z.ZodType, K>): ProcedureOf<K> {
  return (spec.kind === "query" ? "query" : "mutation") as ProcedureOf<K>;
}

export const routesOf = (rooms: readonly Room[]): readonly Route[] =>
  rooms.flatMap(({ entries }) => Object.values(entries).flatMap(({ route }) => route ?? []));

/** Every verb there is, on whichever surface. */
export const verbsOf = (rooms: readonly Room[]): readonly Verb[] =>
  rooms.flatMap(({ entries }) => Object.values(entries).map(({ verb }) => verb));
