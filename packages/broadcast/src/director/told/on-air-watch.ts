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

/** What is looked at of a session. */
export interface WatchedSession {
  readonly plan: Plan;
  /** What is shown, and why not all that is wanted. */
  readonly picture: OnAirPicture;
  readonly destinations: { readonly troubles: readonly DestinationTrouble[] };
  readonly airLog: {
    current(nowMs: number): { readonly segment: Segment; readonly onAirAtMs: number } | null;
    announced(nowMs: number): unknown;
  };
  readonly timeline: {
    readonly isOpen: boolean;
    /** Behind the one that sounds, and asked for only where nothing is announced. */
    next(): Segment | null;
    nextDueAtMs(): number | null;
    segment(serial: number): Segment | null;
  };
}

/** A cut, and when it is on air. */
interface WatchedCut {
  readonly serial: number;
  readonly pictureId: number;
  readonly atMs: number;
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
  /** The cut to the picture on air, and those that are written ahead of it. */
  #cuts: readonly WatchedCut[] = [];

  constructor(port: WatchPort) {
    this.#port = port;
  }

  get conditions(): readonly Condition[] {
    return this.#book.list;
  }

  /** Another timeline opens: the one before tells no more of what was missing, or of what it cut to. */
  beginAnew(): void {
    this.#starved = { audio: false, video: false };
    this.#cuts = [];
  }

  take(event: PlayoutEvent): void {
    if (event.type === "cut") this.#cuts = [...this.#cuts, { ...event, atMs: event.onAirAtMs }];
    else if (event.type === "moved") this.#cuts = this.#cuts.map((cut) => ({ ...cut, atMs: cut.atMs + event.byMs }));
    else if (event.type === "starved") this.#starved[event.what] = true;
    else if (event.type === "fed") this.#starved[event.what] = false;
  }

  /** True when what is wrong has changed, or how far the renders are. `nowMs` is monotonic. */
  observe(session: WatchedSession, nowMs: number): boolean {
    this.#cuts = this.#cuts.slice(
      Math.max(
        0,
        this.#cuts.findLastIndex(({ atMs }) => atMs <= nowMs),
      ),
    );
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
    const { plan, airLog, destinations, timeline } = session;
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
    if (!timeline.isOpen) return seen;
    const current = airLog.current(nowMs);
    if (!current) return seen;
    const { segment, onAirAtMs } = current;
    if (this.#isSilent(segment, nowMs - onAirAtMs, plan)) see("silence");
    for (const code of this.#lookOf(current, session, nowMs)) see(code);
    const { picture } = session;
    if (picture.level !== "wanted" && !current.segment.isSlate) see("picture-fallback", picture.reason);
    if (this.#starved.video || behind(session, nowMs, renderer.rendersOf(plan.streamId))) see("render-behind");
    return seen;
  }

  #isSilent(segment: Segment, positionMs: number, plan: Plan): boolean {
    if (segment.isSlate) return false;
    const sound = this.#port.analyses.of(segment.audio, PROFILES[plan.profileId].framesPerSecond);
    return this.#starved.audio || isWithin(sound?.silent, positionMs);
  }

  /** By what was found in the picture on air when it was looked at. */
  #lookOf(
    { segment: sounding, onAirAtMs }: { segment: Segment; onAirAtMs: number },
    { plan, timeline }: WatchedSession,
    nowMs: number,
  ): ("black-picture" | "frozen-picture")[] {
    const [cut] = this.#cuts.filter(({ atMs }) => atMs <= nowMs);
    const segment = (cut && timeline.segment(cut.serial)) ?? sounding;
    if (segment.isSlate) return [];
    const video = segment.pictures?.find(({ id }) => id === cut?.pictureId)?.video ?? segment.video;
    const look = this.#port.analyses.of(video, PROFILES[plan.profileId].framesPerSecond);
    if (!look) return [];
    // The first picture of a session is there without a cut.
    const shownMs = (nowMs - (cut?.atMs ?? onAirAtMs)) % Math.max(1, look.durationMs);
    return [
      ...(isWithin(look.black, shownMs) ? ["black-picture" as const] : []),
      // A still picture is meant to stand still.
      ...(plan.background.kind === "video" && isWithin(look.frozen, shownMs) ? ["frozen-picture" as const] : []),
    ];
  }
}

function behind({ airLog, timeline, plan }: WatchedSession, nowMs: number, renders: readonly RenderView[]): boolean {
  const isReady = airLog.announced(nowMs) !== null || plan.items.length === 0 || timeline.next()?.isSlate === false;
  return isBehind({ isReady, dueAtMs: isReady ? null : timeline.nextDueAtMs(), nowMs: performance.now(), renders });
}

function isWithin(ranges: readonly UnitRange[] | undefined, atMs: number): boolean {
  return ranges?.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs) ?? false;
}
