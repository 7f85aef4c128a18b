import {
  type Logger,
  type Loudness,
  type Plan,
  type PlanFile,
  type PlanItem,
  airLevel,
  fittingFadeMs,
  levelNote,
  profileOf,
} from "@nightjar/contract";
import { Memo, Recent } from "@nightjar/kit";
import { SILENCE_LUFS } from "@nightjar/media";
import { gainDb } from "../../render/audio.ts";
import { type EdgeStore, identityOf } from "../../render/edges.ts";
import { type Junction, type JunctionPlace, edgeSamples, fadeInFromSilence, makeJunction } from "../../render/junction.ts";
import type { LevelStore } from "../../render/levels.ts";
import { NO_PHASE, type Phase, type Seam, seamOf } from "../../render/phase.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { AudioRequest, Urgency } from "../../render/requests.ts";
import { SourceError } from "../../render/source-error.ts";
import type { AskedJunction } from "../../render/sound-tasks.ts";
import type { SourceFactsStore } from "../../render/source-facts.ts";
import type { SegmentJoin } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { Slate } from "./slate.ts";
import type { PlacedItem } from "../air/wishes.ts";
import { fadeBetween } from "../choose/fade.ts";
import { isGaplessPair, runLoudness, runOf } from "../choose/gapless-run.ts";

const SILENT_PEAK_DBTP = -60;
const FADE_IN_MS = 1000;
/** More than these are not remembered: the oldest were on air long ago. */
const PLACES_MAX = 2000;

export interface SoundMakerOptions {
  readonly renderer: Renderer;
  readonly edges: EdgeStore;
  readonly facts: SourceFactsStore;
  readonly levels: LevelStore;
  readonly measure: (path: string) => Promise<Loudness>;
  /** Settles when what a stream begins with may be decoded; absent: at once. */
  readonly mayBegin?: (() => Promise<void>) | undefined;
  readonly log: Logger;
}

export type PreparedJoin = Omit<SegmentJoin, "afterSerial">;

/** How the samples of a junction are made, and what decides them. */
interface Recipe {
  /** null: a track is too short for it. */
  readonly make: () => Promise<Junction | null>;
  readonly identity: readonly unknown[];
}

/** What is asked for of the renderer to air the items of a plan: their level, their phase, and how they join. */
export class SoundMaker {
  readonly #options: SoundMakerOptions;
  readonly #noted = new Set<string>();
  readonly #loudness = new Memo<string, Loudness>();
  /** Of junctions that were made before, by what they are made of. */
  readonly #places = new Recent<string, JunctionPlace>({ most: PLACES_MAX });

  constructor(options: SoundMakerOptions) {
    this.#options = options;
  }

  /** @throws SourceError when there is nothing to hear in it */
  async request(plan: Plan, { item, phase }: PlacedItem): Promise<AudioRequest> {
    if (!item.audio) throw new Error("the track has no file");
    const own = await this.#loudnessOf(item, item.audio);
    if (isSilent(own)) throw new SourceError("silent");
    const request = { file: item.audio, ...(phase ? { phase } : {}) };
    const run = runOf(plan, item);
    if (run.length > 1) return { ...request, loudness: await this.#runLoudness(run), targetLufs: plan.targetLufs };
    this.#noteHeldBack(plan, item, own);
    const gainDb = await this.#options.levels.gainDb(item.audio, own, plan.targetLufs);
    // What the limiter takes away is aimed above, so that it ends at the target.
    return { ...request, loudness: own, targetLufs: own.integratedLufs + gainDb };
  }

  #noteHeldBack(plan: Plan, item: PlanItem, loudness: Loudness): void {
    const note = levelNote(loudness, plan.targetLufs);
    if (!note || this.#noted.has(item.trackId)) return;
    this.#noted.add(item.trackId);
    this.#options.log.info({ trackId: item.trackId, ...airLevel(loudness, plan.targetLufs) }, note);
  }

  /** Where the item begins on the grid of the one before it; null: it does not go on from it, or cannot. */
  async phase(plan: Plan, before: PlacedItem, item: PlanItem): Promise<Phase | null> {
    const seam = isGaplessPair(plan, before.item, item) ? await this.#seam(plan, before, item).catch(() => null) : null;
    return seam?.phase ?? null;
  }

  /** How the sound of one item comes over from the one before; null when one of them is too short for a junction. */
  async join(plan: Plan, before: PlacedItem, after: PlacedItem, slate: Slate, urgency: Urgency): Promise<PreparedJoin | null> {
    const [from, to] = await Promise.all([this.request(before.plan ?? plan, before), this.request(plan, after)]);
    const isGapless = after.phase !== null && isGaplessPair(plan, before.item, after.item);
    const seam = isGapless && isOneLevel(from, to) ? await this.#seam(plan, before, after.item) : null;
    if (seam) {
      const pcm = await this.#options.edges.seam(profileOf(plan), from, to, seam, urgency);
      return this.render(plan, { ...seam, pcm }, ["seam", identityOf(from), identityOf(to)], slate, urgency);
    }
    const crossfadeMs = fadeBetween(plan, before.item, { ...after.item, isGapless });
    const make = async () => {
      const samples = edgeSamples(crossfadeMs);
      const { edges } = this.#options;
      const [tail, head] = await Promise.all([
        edges.tail(profileOf(plan), from, before.item, samples, urgency),
        edges.head(profileOf(plan), to, samples, urgency),
      ]);
      return makeJunction({ tail: tail.samples, tailStartSample: tail.startSample, head: head.samples }, crossfadeMs);
    };
    return this.#renderOnce(plan, { make, identity: [crossfadeMs, identityOf(from), identityOf(to)] }, slate, urgency);
  }

  /** The item fades in, at the beginning of a session. */
  async fadeIn(plan: Plan, item: PlanItem, slate: Slate, urgency: Urgency): Promise<PreparedJoin | null> {
    const request = await this.request(plan, { item, phase: null });
    const fadeMs = fittingFadeMs(FADE_IN_MS, item, item);
    const make = async () => {
      // A dozen that begin together would take the processor from the programs that are to send them, and the fade comes too late then anyway.
      await this.#options.mayBegin?.();
      const head = await this.#options.edges.head(profileOf(plan), request, edgeSamples(fadeMs), urgency);
      return fadeInFromSilence(head.samples, fadeMs);
    };
    return this.#renderOnce(plan, { make, identity: ["fade-in", fadeMs, identityOf(request)] }, slate, urgency);
  }

  /** Samples of the item's beginning, for a cut into it. */
  async head(plan: Plan, item: PlanItem, samples: number, urgency: Urgency): Promise<{ samples: Float32Array; identity: unknown[] }> {
    const request = await this.request(plan, { item, phase: null });
    const head = await this.#options.edges.head(profileOf(plan), request, samples, urgency);
    return { samples: head.samples, identity: identityOf(request) };
  }

  /** Encodes a junction; `identity` stands for all that its samples were made from. */
  async render(plan: Plan, junction: Junction, identity: readonly unknown[], slate: Slate, urgency: Urgency): Promise<PreparedJoin> {
    return this.#rendered(plan, { ...junction, pcm: () => Promise.resolve(junction.pcm) }, identity, slate, urgency);
  }

  /** One that was made before is asked for by its place: its samples, a megabyte of them, are made only where it is not cached. */
  async #renderOnce(plan: Plan, { make, identity }: Recipe, slate: Slate, urgency: Urgency): Promise<PreparedJoin | null> {
    const key = JSON.stringify([profileOf(plan).sampleRateHz, ...identity]);
    const known = this.#places.get(key);
    if (known) return this.#rendered(plan, { ...known, pcm: async () => pcmOf(await make()) }, identity, slate, urgency);
    const junction = await make();
    if (!junction) return null;
    const { pcm: _, ...place } = junction;
    this.#places.set(key, place);
    return this.render(plan, junction, identity, slate, urgency);
  }

  async #rendered(
    plan: Plan,
    junction: AskedJunction,
    identity: readonly unknown[],
    slate: Slate,
    urgency: Urgency,
  ): Promise<PreparedJoin> {
    const handle = await this.#options.renderer.junction(profileOf(plan), slate.headers, junction, identity, urgency);
    const { leaveAtPacket, enterAtPacket, resumeAtPacket } = junction;
    return { unit: await handle.done, leaveAtPacket, enterAtPacket, resumeAtPacket };
  }

  /** A unit as far as it is there now: it may have grown, and moved, since its segment was told. */
  latest(unit: UnitRef): Promise<UnitRef> {
    return this.#options.renderer.latest(unit);
  }

  /** null: their files are of different kinds, or one is too short. */
  async #seam(plan: Plan, before: PlacedItem, after: PlanItem): Promise<Seam | null> {
    const pair = await this.#pairFacts(before.item, after);
    return pair && seamOf(pair.before, pair.after, before.phase ?? NO_PHASE, profileOf(plan).sampleRateHz);
  }

  /** null: they are stored differently, so they cannot be one recording. */
  async #pairFacts(before: PlanItem, after: PlanItem) {
    if (!before.audio || !after.audio) return null;
    const [first, second] = await Promise.all([this.#options.facts.of(before.audio), this.#options.facts.of(after.audio)]);
    const isAlike = first.sampleRateHz === second.sampleRateHz && first.channels === second.channels;
    return isAlike ? { before: first, after: second } : null;
  }

  /** What cannot be measured is not aired either, and has no say. */
  async #runLoudness(run: readonly PlanItem[]): Promise<Loudness> {
    const measured = await Promise.allSettled(
      run.map(async (item) => {
        if (!item.audio) throw new Error("the track has no file");
        return { loudness: await this.#loudnessOf(item, item.audio), durationMs: item.durationMs };
      }),
    );
    return runLoudness(measured.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
  }

  /** Measured once a process, when the library has not got round to it yet. */
  async #loudnessOf(item: PlanItem, file: PlanFile): Promise<Loudness> {
    if (item.loudness) return item.loudness;
    return this.#loudness.of(file.sha256, () => this.#options.measure(file.path));
  }
}

function pcmOf(junction: Junction | null): Float32Array {
  if (!junction) throw new Error("a track is shorter than it was");
  return junction.pcm;
}

/** An edit of the list in the middle of a run may have changed what the rest of it is aired at. */
function isOneLevel(from: AudioRequest, to: AudioRequest): boolean {
  const levels = [from, to].map(({ loudness, targetLufs }) => [gainDb(loudness, targetLufs), loudness.truePeakDbtp]);
  return levels[0]?.join() === levels[1]?.join();
}

/** Nothing in it passes the meter's gate, nor would be heard at full gain; a click of sound shorter than the gate has its peak. */
function isSilent({ integratedLufs, truePeakDbtp }: Loudness): boolean {
  return integratedLufs <= SILENCE_LUFS && truePeakDbtp <= SILENT_PEAK_DBTP;
}
