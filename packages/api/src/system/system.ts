import { AppError } from "@nightjar/contract";
import { streams, tracks, users } from "@nightjar/db";
import { count } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { Gauge } from "../ports.ts";
import { missingNow } from "../plan/missing-now.ts";
import { observedOnAir } from "../plan/observed.ts";
import { wantedStreams } from "../plan/wanted.ts";
import { defineVerb } from "../verb.ts";

export const health = defineVerb({
  name: "system.health",
  access: "public",
  kind: "query",
  input: z.void(),
  output: z.object({ status: z.literal("ok"), version: z.string() }),
  run: ({ ctx }) => ({ status: "ok" as const, version: ctx.services.config.version }),
});

export const ready = defineVerb({
  name: "system.ready",
  access: "public",
  kind: "query",
  input: z.void(),
  output: z.object({ status: z.literal("ready") }),
  async run({ ctx }) {
    const missing = (await missingNow(ctx.services)).map(({ sentence }) => sentence);
    if (missing.length > 0) throw new AppError("unavailable", `Not ready: ${missing.join("; ")}`, { details: { missing } });
    return { status: "ready" as const };
  },
});

/** Prometheus text. */
export const metrics = defineVerb({
  name: "system.metrics",
  access: "metrics",
  kind: "query",
  input: z.void(),
  output: z.string(),
  run: ({ ctx }) => [...productGauges(ctx.services), ...ctx.services.gauges()].map(toText).join(""),
});

function toText({ name, help, value }: Gauge): string {
  return `# HELP nightjar_${name} ${help}\n# TYPE nightjar_${name} gauge\nnightjar_${name} ${value}\n`;
}

function productGauges(services: Services): Gauge[] {
  const { db, live } = services;
  const total = (table: SQLiteTable) => db.select({ total: count() }).from(table).get()?.total ?? 0;
  const wanted = wantedStreams(db);
  const states = wanted.map((id) => observedOnAir(services, id));
  const destinations = states.flatMap((state) => state.destinations);
  return [
    { name: "streams_wanted", help: "Streams that should be on air.", value: wanted.length },
    { name: "streams_on_air", help: "Streams that are on air.", value: states.filter(({ state }) => state === "on-air").length },
    { name: "streams", help: "Streams there are.", value: total(streams) },
    { name: "tracks", help: "Tracks in the library.", value: total(tracks) },
    { name: "users", help: "Accounts in any status.", value: total(users) },
    {
      name: "destinations_sending",
      help: "Destinations that take our bytes.",
      value: destinations.filter(({ state }) => state === "sending").length,
    },
    { name: "sent_bytes", help: "Bytes sent by the running sessions.", value: destinations.reduce((sum, one) => sum + one.bytesSent, 0) },
    {
      name: "event_listeners",
      help: "Who is told of live events: open event streams, and the two of the studio itself.",
      value: live.listenerCount,
    },
  ];
}
