import { type Hello, LAST_EVENT_ID_PARAMETER, type LiveEvent } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { z } from "zod";
import type { Principal } from "../principal.ts";
import type { Services } from "../context.ts";
import { defineVerb } from "../verb.ts";
import { observedOnAir } from "../plan/observed.ts";

export interface EventListener {
  /** The first thing that is told. */
  hello(hello: Hello): void;
  /** With an id when everything before it has been told. */
  event(event: LiveEvent, id: string | null): void;
  /** The session was ended. */
  end(): void;
}

/** A subscription: what was missed, or the current state, and then every change, until it is closed. */
export interface EventSource {
  start(listener: EventListener): { close(): void };
  /** All that happened up to this id was told by now. */
  lastId(): string;
  /** Ends it when the session has run out; asked at every heartbeat. */
  isStillAllowed(): Promise<boolean>;
}

const ID_MAX_CHARS = 100;

export const watchEvents = defineVerb({
  name: "streams.events",
  access: "approved",
  kind: "query",
  input: z.object({ [LAST_EVENT_ID_PARAMETER]: z.string().max(ID_MAX_CHARS).optional() }),
  output: z.custom<EventSource>(),
  run: ({ ctx, input }) => eventSource(ctx.services, ctx.principal, ctx.request.token, input.lastEventId ?? null),
});

function eventSource(services: Services, principal: Principal, token: string | null, lastEventId: string | null): EventSource {
  const { live, sessions } = services;
  const mayKnowUsers = principal.user.role === "admin";
  return {
    start(listener) {
      const tell = (event: LiveEvent, id: string | null) => {
        if (event.type !== "changed" || event.entity !== "users" || mayKnowUsers) listener.event(event, id);
      };
      // Subscribed before the current state is read, so that nothing falls between the two.
      const stops = [live.subscribe(tell), sessions.onEnd(principal, listener.end)];
      const missed = lastEventId === null ? null : live.log.after(lastEventId);
      listener.hello({ isResumed: missed !== null });
      if (missed) for (const { event, id } of missed) tell(asOfNow(services, event), id);
      else for (const event of currentState(services)) tell(event, null);
      return { close: () => stops.forEach((stop) => stop()) };
    },
    lastId: live.log.lastId,
    async isStillAllowed() {
      const still = token === null ? null : await sessions.validate(token);
      return still?.user.status === "approved";
    },
  };
}

function currentState(services: Services): LiveEvent[] {
  const all = services.db.select({ id: streams.id }).from(streams).all();
  return all.map(({ id }) => ({ type: "on-air", streamId: id, onAir: observedOnAir(services, id) }));
}

/** A state is told as it is, not as it was: where its track is goes on without events. */
function asOfNow(services: Services, event: LiveEvent): LiveEvent {
  return event.type === "on-air" ? { ...event, onAir: observedOnAir(services, event.streamId) } : event;
}
