import type { LiveEvent } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { z } from "zod";
import type { Principal, Services } from "../context.ts";
import { defineVerb } from "../verb.ts";
import { observedOnAir } from "../plan/observed.ts";

/** A subscription: `start` calls back with the current state first, then with every change, until it is closed. */
export interface EventSource {
  start(onEvent: (event: LiveEvent) => void, onEnd: () => void): { close(): void };
  /** Ends it when the session has run out; asked at every heartbeat. */
  isStillAllowed(): Promise<boolean>;
}

export const watchEvents = defineVerb({
  name: "streams.events",
  access: "approved",
  kind: "query",
  input: z.void(),
  output: z.custom<EventSource>(),
  run: ({ ctx }) => eventSource(ctx.services, ctx.principal, ctx.request.token),
});

function eventSource(services: Services, principal: Principal, token: string | null): EventSource {
  const { db, live, sessions } = services;
  const mayKnowUsers = principal.user.role === "admin";
  return {
    start(onEvent, onEnd) {
      // Subscribed before the current state is read, so that nothing falls between the two.
      const stops = [
        live.subscribe((event) => {
          if (event.type !== "changed" || event.entity !== "users" || mayKnowUsers) onEvent(event);
        }),
        sessions.onEnd(principal, onEnd),
      ];
      for (const { id } of db.select({ id: streams.id }).from(streams).all()) {
        onEvent({ type: "on-air", streamId: id, onAir: observedOnAir(services, id) });
      }
      return { close: () => stops.forEach((stop) => stop()) };
    },
    async isStillAllowed() {
      const still = token === null ? null : await sessions.validate(token);
      return still?.user.status === "approved";
    },
  };
}
