import { type Hello, LAST_EVENT_ID_PARAMETER, type LiveEvent, STATES_PARAMETER } from "@nightjar/contract";
import { streams } from "@nightjar/db";
import { z } from "zod";
import type { Principal } from "../principal.ts";
import type { Services } from "../context.ts";
import type { LoggedEvent } from "../event-log.ts";
import { defineVerb } from "../verb.ts";
import { observedOnAir } from "../plan/observed.ts";

export interface EventListener {
  /** The first thing that is told; once more where everything is told anew. */
  hello(hello: Hello): void;
  /** With an id when everything before it has been told. */
  event(event: LiveEvent, id: string | null): void;
  /** The session was ended. */
  end(): void;
}

export interface EventSubscription {
  /** For a listener who was told more than it can take: says that it has all to read again, and tells the current state. */
  tellAnew(): void;
  close(): void;
}

/** A subscription: what was missed, or the current state, and then every change, until it is closed. */
export interface EventSource {
  start(listener: EventListener): EventSubscription;
  /** All that happened up to this id was told by now. */
  lastId(): string;
  /** Ends it when the session has run out; asked at every heartbeat. */
  isStillAllowed(): Promise<boolean>;
}

export const watchEvents = defineVerb({
  name: "streams.events",
  access: "approved",
  kind: "query",
  input: z.object({
    // However long: an id that is none of ours is not known, and no mistake.
    [LAST_EVENT_ID_PARAMETER]: z.string().optional(),
    [STATES_PARAMETER]: z.literal("all").optional(),
  }),
  output: z.custom<EventSource>(),
  run: ({ ctx, input }) => eventSource(ctx, { lastEventId: input.lastEventId ?? null, wantsStates: input.states === "all" }),
});

interface WatchContext {
  readonly services: Services;
  readonly principal: Principal;
  readonly request: { readonly token: string | null };
}
interface From {
  readonly lastEventId: string | null;
  /** It knows what happened up to that id, and no state of a stream. */
  readonly wantsStates: boolean;
}

function eventSource({ services, principal, request: { token } }: WatchContext, { lastEventId, wantsStates }: From): EventSource {
  const { live, sessions } = services;
  const mayKnowUsers = principal.user.role === "admin";
  return {
    start(listener) {
      const tell = (event: LiveEvent, id: string | null) => {
        if (event.type !== "changed" || event.entity !== "users" || mayKnowUsers) listener.event(event, id);
      };
      // Subscribed before the current state is read, so that nothing falls between the two.
      const stops = [live.subscribe(tell), sessions.onEnd(principal, listener.end)];
      const begin = (missed: readonly LoggedEvent[] | null) => {
        listener.hello({ isResumed: missed !== null });
        if (missed === null || wantsStates) for (const event of currentState(services)) tell(event, null);
        for (const { event, id } of missed ?? []) tell(asOfNow(services, event), id);
      };
      begin(lastEventId === null ? null : live.log.after(lastEventId));
      return { tellAnew: () => begin(null), close: () => stops.forEach((stop) => stop()) };
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
