import type { Condition, OnAirPicture, OnAirRender, Plan } from "@nightjar/contract";
import { PROFILES } from "@nightjar/contract";
import { type DestinationTrouble, tellTroubles } from "../../egress/trouble.ts";
import type { PlayoutEvent } from "../../playout/protocol.ts";
import type { Analyses } from "../../render/analyses.ts";
import type { DiskGuard } from "../../render/disk.ts";
import type { RenderView } from "../../render/render-pool.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { UnitRange } from "../../render/unit-analysis.ts";
import type { Segment } from "../../timeline/segment.ts";
import type { WrittenPicture } from "../air/air.ts";
import { wallTime } from "./on-air-track.ts";
import { ConditionBook, type ConditionCode } from "./conditions.ts";
import { isBehind } from "../prepare/due.ts";

/** What the engine knows that is not a session's own. */
export interface WatchPort {
  readonly analyses: Pick<Analyses, "of">;
  readonly quarantine: { list(plan: Plan): { readonly length: number } };
  readonly disk: Pick<DiskGuard, "isFull">;
  readonly renderer: Pick<Renderer, "rendersOf">;
  readonly isCacheOverLimit: () => boolean;
  /** Why not all that a stream will show within the next hour will be rendered in time; null: it will. */
  readonly capacityText: (plan: Plan) => string | null;
}

/** What is heard, and the picture on air with it; times are monotonic. */
interface HeardAndSeen {
  readonly segment: Segment;
  readonly onAirAtMs: number;
  readonly picture: Pick<WrittenPicture, "video" | "look" | "entryFrame" | "onAirAtMs">;
}

/** What is looked at of a session. */
export interface WatchedSession {
  readonly plan: Plan;
  /** What is shown, and why not all that is wanted. */
  readonly picture: OnAirPicture;
  readonly destinations: { readonly troubles: readonly DestinationTrouble[] };
  /** null: nothing is on air. */
  readonly heard: HeardAndSeen | null;
  /** What follows is written already. */
  readonly isNextWritten: boolean;
  readonly timeline: {
    readonly isOpen: boolean;
    /** Behind the one that sounds, and asked for only where nothing is written. */
    next(): Segment | null;
    nextDueAtMs(): number | null;
  };
}

export const CONDITION_TEXTS = {
  silence: "Nothing is heard on air.",
  "black-picture": "The picture on air is black.",
  "frozen-picture": "The picture on air stands still.",
  "picture-fallback": "A simpler picture than the wanted one is on air.",
  "render-behind": "Rendering is behind: the next track may not be ready in time.",
  "disk-full": "The disk is full: nothing new is rendered, and the stream goes on with what is there.",
  "cache-full": "The cache is larger than its limit: everything in it is on air or next.",
} as const;

/** Looks once a second at what is sent, and says what is wrong with it. */
export class OnAirWatch {
  readonly #port: WatchPort;
  readonly #book = new ConditionBook(wallTime);
  #progress: readonly number[] = [];
  #starved = { audio: false, video: false };

  constructor(port: WatchPort) {
    this.#port = port;
  }

  get conditions(): readonly Condition[] {
    return this.#book.list;
  }

  /** Another timeline opens: the one before tells no more of what was missing. */
  beginAnew(): void {
    this.#starved = { audio: false, video: false };
  }

  take(event: PlayoutEvent): void {
    if (event.type === "starved") this.#starved[event.what] = true;
    else if (event.type === "fed") this.#starved[event.what] = false;
  }

  /** True when what is wrong has changed, or how far the renders are. `nowMs` is monotonic. */
  observe(session: WatchedSession, nowMs: number): boolean {
    const progress = this.#port.renderer.rendersOf(session.plan.streamId).map((render) => Math.floor(render.progress * 100));
    const isFurther = progress.join() !== this.#progress.join();
    this.#progress = progress;
    return this.#book.observe(this.#whatIsWrong(session, nowMs), nowMs) || isFurther;
  }

  renders({ streamId }: Plan): OnAirRender[] {
    const nowMs = performance.now();
    return this.#port.renderer.rendersOf(streamId).map(({ label, progress, dueAtMs }) => ({
      label,
      progress,
      dueAt: dueAtMs === null || dueAtMs <= 0 ? null : new Date(Date.now() + dueAtMs - nowMs).toISOString(),
    }));
  }

  #whatIsWrong(session: WatchedSession, nowMs: number): Map<ConditionCode, string> {
    const { plan, heard, destinations, timeline } = session;
    const { quarantine, disk, isCacheOverLimit, capacityText, renderer } = this.#port;
    const seen = new Map<ConditionCode, string>();
    const see = (code: keyof typeof CONDITION_TEXTS, text?: string | null) => seen.set(code, text ?? CONDITION_TEXTS[code]);
    const left = quarantine.list(plan).length;
    if (left > 0) seen.set("track-skipped", left === 1 ? "1 track is left out." : `${left} tracks are left out.`);
    if (disk.isFull) see("disk-full");
    if (isCacheOverLimit()) see("cache-full");
    const overload = capacityText(plan);
    if (overload !== null) seen.set("render-capacity", overload);
    for (const [kind, text] of tellTroubles(destinations.troubles)) seen.set(`destination-${kind}`, text);
    if (!timeline.isOpen || !heard) return seen;
    const { segment, onAirAtMs } = heard;
    if (this.#isSilent(segment, nowMs - onAirAtMs, plan)) see("silence");
    for (const code of this.#lookOf(heard, plan, nowMs)) see(code);
    const { picture } = session;
    if (picture.level !== "wanted" && !segment.isSlate) see("picture-fallback", picture.reason);
    if (this.#starved.video || behind(session, nowMs, renderer.rendersOf(plan.streamId))) see("render-behind");
    return seen;
  }

  #isSilent(segment: Segment, positionMs: number, plan: Plan): boolean {
    if (segment.isSlate) return false;
    const sound = this.#port.analyses.of(segment.audio, PROFILES[plan.profileId].framesPerSecond);
    return this.#starved.audio || isWithin(sound?.silent, positionMs);
  }

  /** By what was found in the picture on air when it was looked at. */
  #lookOf({ segment, onAirAtMs, picture }: HeardAndSeen, plan: Plan, nowMs: number): ("black-picture" | "frozen-picture")[] {
    if (segment.isSlate) return [];
    const { framesPerSecond } = PROFILES[plan.profileId];
    const found = this.#port.analyses.of(picture.video, framesPerSecond);
    if (!found) return [];
    const enteredMs = (picture.entryFrame * 1000) / framesPerSecond;
    // The own picture of what an earlier process has begun has no time of its own: it is there with the sound.
    const shownMs = (enteredMs + nowMs - Math.max(onAirAtMs, picture.onAirAtMs)) % Math.max(1, found.durationMs);
    // By turns another one than the plan's own may lie under it.
    const background = picture.look?.background ?? plan.background;
    return [
      ...(isWithin(found.black, shownMs) ? ["black-picture" as const] : []),
      // A still picture is meant to stand still.
      ...(background.kind === "video" && isWithin(found.frozen, shownMs) ? ["frozen-picture" as const] : []),
    ];
  }
}

function behind({ isNextWritten, timeline, plan }: WatchedSession, nowMs: number, renders: readonly RenderView[]): boolean {
  const isReady = isNextWritten || plan.items.length === 0 || timeline.next()?.isSlate === false;
  return isBehind({ isReady, dueAtMs: isReady ? null : timeline.nextDueAtMs(), nowMs: performance.now(), renders });
}

function isWithin(ranges: readonly UnitRange[] | undefined, atMs: number): boolean {
  return ranges?.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs) ?? false;
}
