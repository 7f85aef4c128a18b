import type { Condition, OnAirRender, Plan } from "@nightjar/contract";
import { PROFILES } from "@nightjar/contract";
import type { PlayoutEvent } from "../playout/protocol.ts";
import type { Analyses } from "../render/analyses.ts";
import type { DiskGuard } from "../render/disk.ts";
import type { RenderView, Renderer } from "../render/renderer.ts";
import type { UnitRange } from "../render/unit-analysis.ts";
import type { Segment } from "../timeline/segment.ts";
import { wallTime } from "./air-log.ts";
import { ConditionBook, type ConditionCode } from "./conditions.ts";
import { isBehind } from "./due.ts";
import type { SessionFacts } from "./on-air-view.ts";
import { pictureOf } from "./picture.ts";
import type { Quarantine } from "./quarantine.ts";

/** What the engine knows that is not a session's own. */
export interface WatchPort {
  readonly analyses: Analyses;
  readonly quarantine: Quarantine;
  readonly disk: DiskGuard;
  readonly renderer: Pick<Renderer, "rendersOf">;
  readonly isCacheOverLimit: () => boolean;
}

export const CONDITION_TEXTS = {
  silence: "Nothing is heard on air.",
  "black-picture": "The picture on air is black.",
  "frozen-picture": "The picture on air stands still.",
  "picture-fallback": "A simpler picture than the wanted one is on air.",
  "render-behind": "Rendering is behind: the next track may not be ready in time.",
  "disk-full": "The disk is full: nothing new is rendered, and the stream goes on with what is there.",
  "cache-full": "The cache is larger than its limit: everything in it is on air or next.",
  "destination-refused": "A destination refuses the stream.",
} as const;

/** Looks once a second at what is sent, and says what is wrong with it. */
export class OnAirWatch {
  readonly #port: WatchPort;
  readonly #book = new ConditionBook(wallTime);
  readonly #starved = { audio: false, video: false };
  /** When the picture on air was cut to. */
  #cut: { readonly serial: number; readonly atMs: number } | null = null;
  #next: { readonly serial: number; readonly atMs: number } | null = null;

  constructor(port: WatchPort) {
    this.#port = port;
  }

  get conditions(): readonly Condition[] {
    return this.#book.list;
  }

  take(event: PlayoutEvent): void {
    if (event.type === "cut") this.#next = { serial: event.serial, atMs: event.onAirAtMs };
    else if (event.type === "starved") this.#starved[event.what] = true;
    else if (event.type === "fed") this.#starved[event.what] = false;
  }

  /** True when what is wrong has changed. `nowMs` is monotonic. */
  observe(facts: SessionFacts, nowMs: number): boolean {
    if (this.#next && this.#next.atMs <= nowMs) this.#cut = this.#next;
    return this.#book.observe(this.#whatIsWrong(facts, nowMs), nowMs);
  }

  renders({ streamId }: Plan): OnAirRender[] {
    const nowMs = performance.now();
    return this.#port.renderer.rendersOf(streamId).map(({ label, progress, dueAtMs }) => ({
      label,
      progress,
      dueAt: dueAtMs === null || dueAtMs <= 0 ? null : new Date(Date.now() + dueAtMs - nowMs).toISOString(),
    }));
  }

  #whatIsWrong(facts: SessionFacts, nowMs: number): Map<ConditionCode, string> {
    const { plan, airLog, destinations, timeline } = facts;
    const { quarantine, disk, isCacheOverLimit, renderer } = this.#port;
    const seen = new Map<ConditionCode, string>();
    const see = (code: keyof typeof CONDITION_TEXTS, text?: string | null) => seen.set(code, text ?? CONDITION_TEXTS[code]);
    const left = quarantine.list(plan).length;
    if (left > 0) seen.set("track-skipped", left === 1 ? "1 track is left out." : `${left} tracks are left out.`);
    if (disk.isFull) see("disk-full");
    if (isCacheOverLimit()) see("cache-full");
    const refused = destinations.onAir().find(({ state }) => state === "refused");
    if (refused) see("destination-refused", refused.lastError);
    if (!timeline.isOpen) return seen;
    const current = airLog.current(nowMs);
    if (!current) return seen;
    for (const code of this.#onAir(current.segment, nowMs - current.onAirAtMs, facts, nowMs)) see(code);
    const picture = pictureOf(current.segment);
    if (picture.level !== "wanted" && !current.segment.isSlate) see("picture-fallback", picture.reason);
    if (this.#starved.video || behind(facts, renderer.rendersOf(plan.streamId))) see("render-behind");
    return seen;
  }

  /** By what was found in the units when they were looked at. */
  #onAir(segment: Segment, positionMs: number, { plan, timeline }: SessionFacts, nowMs: number): ("silence" | "black-picture" | "frozen-picture")[] {
    const { framesPerSecond } = PROFILES[plan.profileId];
    const sound = segment.isSlate ? null : this.#port.analyses.of(segment.audio, framesPerSecond);
    const isSilent = this.#starved.audio || isWithin(sound?.silent, positionMs);
    const cut = this.#cut;
    const shown = segment.serial === cut?.serial ? segment : (timeline.segment(cut?.serial ?? -1) ?? segment);
    const look = shown.isSlate ? null : this.#port.analyses.of(shown.video, framesPerSecond);
    const shownMs = look && cut ? (nowMs - cut.atMs) % Math.max(1, look.durationMs) : 0;
    return [
      ...(isSilent ? ["silence" as const] : []),
      ...(isWithin(look?.black, shownMs) ? ["black-picture" as const] : []),
      // A still picture is meant to stand still.
      ...(plan.background.kind === "video" && isWithin(look?.frozen, shownMs) ? ["frozen-picture" as const] : []),
    ];
  }
}

function behind({ airLog, timeline, plan }: SessionFacts, renders: readonly RenderView[]): boolean {
  const nowMs = performance.now();
  const [next] = timeline.upcoming;
  const isReady = (next !== undefined && !next.isSlate) || airLog.announced() !== null || plan.items.length === 0;
  return isBehind({ isReady, dueAtMs: timeline.rundown?.nextDueAtMs ?? null, nowMs, renders });
}

function isWithin(ranges: readonly UnitRange[] | undefined, atMs: number): boolean {
  return ranges?.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs) ?? false;
}
