import type { LifeCycle, StreamStatus } from "./port.ts";
import type { Consequence } from "./reasons.ts";

/**
 * What is wanted of a broadcast of ours. live: its stream is on air · prepared: made by hand, waiting for the next Start · gone: its stream was
 * stopped, disconnected or deleted.
 */
export type Wanted = "live" | "prepared" | "gone";

/** What is known of it. */
export interface Actual {
  /** It was asked for once: it may be there, although nobody answered. */
  readonly isAsked: boolean;
  readonly ytBroadcastId: string | null;
  /** As it was told last; missing: it is not there any more; null: it is to be read. */
  readonly lifeCycle: LifeCycle | "missing" | null;
  /** To the ytStream that we send to. */
  readonly isBound: boolean;
  /** Its title, description or privacy is to be another than it was made with. */
  readonly isToBeUpdated: boolean;
  readonly streamStatus: StreamStatus | "missing" | null;
}

/**
 * What to do next: each is one call at most, and after each the server may die. insert · find: look among all of the account for our mark · look:
 * read it · update: title, description and privacy as was said since it was made · rekey: the ytStream is gone, and another one takes its place · bind · go-live, complete: transitions · delete · watch: nothing but to read it now and then · renew: it has ended under us, and another
 * one takes its place · end: nothing is left to do.
 */
export type Step = "insert" | "find" | "look" | "update" | "rekey" | "bind" | "go-live" | "complete" | "delete" | "watch" | "renew" | "end";

/** What came of a step; null: it went well. */
export interface Outcome {
  readonly step: Step;
  readonly consequence: Consequence | null;
}

/** `bind` where it is not bound yet, `go-live` where YouTube receives us, `update` where something else was said: each with what is done else. */
type Planned = Step | "bind-or-go-live" | "bind-or-watch" | "go-live-or-watch" | "update-or-watch";

/** The table of transitions: by what is wanted, and what YouTube says. */
export const TRANSITIONS: Readonly<Record<Wanted, Readonly<Record<LifeCycle | "missing", Planned>>>> = {
  live: {
    ...{ created: "bind-or-watch", ready: "bind-or-go-live", testStarting: "watch", testing: "go-live-or-watch" },
    ...{
      liveStarting: "update-or-watch",
      live: "update-or-watch",
      complete: "renew",
      revoked: "renew",
      missing: "renew",
      unknown: "watch",
    },
  },
  prepared: {
    ...{ created: "bind-or-watch", ready: "bind-or-watch", testStarting: "watch", testing: "watch" },
    ...{ liveStarting: "watch", live: "watch", complete: "end", revoked: "end", missing: "end", unknown: "watch" },
  },
  gone: {
    // What never was live cannot be completed, only deleted.
    ...{ created: "delete", ready: "delete", testStarting: "watch", testing: "complete" },
    ...{ liveStarting: "watch", live: "complete", complete: "end", revoked: "end", missing: "end", unknown: "watch" },
  },
};

/** Where YouTube is told what was said: before anybody can watch it, and else as soon as that can be, for it may have been said as it went live. */
const TO_BE_TOLD: ReadonlySet<Planned> = new Set(["bind-or-watch", "bind-or-go-live", "go-live-or-watch", "update-or-watch"]);

export function nextStep(wanted: Wanted, actual: Actual): Step {
  if (actual.ytBroadcastId === null) {
    if (actual.isAsked) return "find";
    return wanted === "gone" ? "end" : "insert";
  }
  if (actual.lifeCycle === null) return "look";
  const planned = TRANSITIONS[wanted][actual.lifeCycle];
  const isOver = wanted === "gone" || planned === "renew" || planned === "end";
  if (actual.streamStatus === "missing" && !isOver) return "rekey";
  if (actual.isToBeUpdated && TO_BE_TOLD.has(planned)) return "update";
  if (planned === "update-or-watch") return "watch";
  const goLive = actual.streamStatus === "active" ? "go-live" : "watch";
  if (planned === "bind-or-go-live") return actual.isBound ? goLive : "bind";
  if (planned === "bind-or-watch") return actual.isBound ? "watch" : "bind";
  return planned === "go-live-or-watch" ? goLive : planned;
}

/** What a refused step leaves known. What is said to be gone is looked for before another one is made, and what was lost on the way is read again before anything else is done. */
export function afterRefusal(actual: Actual, step: Step, consequence: Consequence): Actual {
  const isLost = consequence === "again" || consequence === "unread";
  if (consequence === "keyless") return { ...actual, streamStatus: "missing" };
  if (step === "insert") return { ...actual, isAsked: actual.isAsked && isLost };
  if (step === "find" || step === "look" || step === "watch") return actual;
  // It stays live whatever it is not told, and is polled.
  if (step === "update" && actual.lifeCycle === "live") return actual;
  // Whatever it is not told on its way to live, it is seen to arrive there: nothing polls it before that.
  if (step === "update" && actual.lifeCycle === "liveStarting") return { ...actual, lifeCycle: null };
  // Before it is tried again it is read whether YouTube receives us by now.
  if (consequence === "wait") return { ...actual, streamStatus: null };
  const isToBeRead = isLost || consequence === "done" || consequence === "look" || consequence === "gone";
  return isToBeRead ? { ...actual, lifeCycle: null } : actual;
}

/** What costs a fiftieth of the others, and changes nothing. */
export const READINGS: ReadonlySet<Step> = new Set(["find", "look", "watch"]);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** How long to wait before the next step, by what came of the last one: at first, and where that was a reading at longest. */
const PAUSES: Readonly<Record<Consequence, readonly [firstMs: number, longestMs: number]>> = {
  done: [SECOND, MINUTE],
  look: [SECOND, MINUTE],
  gone: [SECOND, 5 * MINUTE],
  keyless: [SECOND, 5 * MINUTE],
  wait: [5 * SECOND, MINUTE],
  again: [2 * SECOND, MINUTE],
  slower: [30 * SECOND, 10 * MINUTE],
  // Asked again now and then, for Start and Stop may have units of another project's day.
  quota: [10 * MINUTE, 30 * MINUTE],
  reconnect: [15 * SECOND, MINUTE],
  unread: [30 * SECOND, 30 * MINUTE],
  stuck: [30 * SECOND, 30 * MINUTE],
};
/** So seldom what changes something is tried in the end: for a whole day it then takes less than what is kept of the quota. */
const LASTING_MS = 60 * MINUTE;
export function pauseOf(step: Step, consequence: Consequence) {
  const [firstMs, longestMs] = PAUSES[consequence];
  return { firstMs, longestMs: READINGS.has(step) || consequence === "quota" ? longestMs : LASTING_MS };
}
/** Between two readings while YouTube is waited for: it takes some seconds for each state, and who never sends costs little. */
export const WATCH_PAUSE = { firstMs: 4 * SECOND, longestMs: MINUTE } as const;
/** The first so many of them, three minutes, are shorter: what is received by then is to be live within two. */
export const FIRST_WATCHES = { count: 13, longestMs: 15 * SECOND } as const;
/** A list may not have yet what was made a moment ago: what two of them did not show that are so far apart is not there. */
export const FIND_APART_MS = 30 * SECOND;
/** An answer may leave out for a moment what is there: what two of them left out that are so far apart is gone. Less than there is between two polls. */
export const MISSING_APART_MS = 20 * SECOND;
/** A timer may be early by the clock. */
export const FIND_PAUSE_MS = FIND_APART_MS + SECOND;

/** Whether nothing is to be done but to read it now and then, with the others of its account. */
export function isSettled(wanted: Wanted, { lifeCycle, streamStatus }: Actual): boolean {
  return (wanted === "live" && lifeCycle === "live" && streamStatus !== "missing") || wanted === "prepared";
}
