import { AAC_PACKET_SAMPLES, type Plan, type PlanItem, profileOf } from "@nightjar/contract";
import { LEAD_MS, TICK_MS } from "../../playout/pace.ts";
import { type AiredStretch, decodePackets, readPackets } from "../../render/aired.ts";
import { CHANNELS, CUT_MARGINS, type Junction, edgeSamples, makeJunction } from "../../render/junction.ts";
import type { Urgency } from "../../render/requests.ts";
import { streamClock } from "../../timeline/clock.ts";
import type { Segment, SegmentJoin } from "../../timeline/segment.ts";
import type { HeadOfAir } from "./locator.ts";
import type { Slate } from "../prepare/slate.ts";
import type { SoundMaker } from "../prepare/sound-maker.ts";

export type SoundHead = Omit<HeadOfAir, "shown" | "sent">;

export interface CutMakerPort {
  readonly sound: Pick<SoundMaker, "head" | "render" | "latest">;
  readonly slate: Slate;
  readonly ffmpegPath: string;
  readonly locator: { locate(): Promise<SoundHead | null> };
  segment(serial: number): Segment | undefined;
  /** The monotonic clock. */
  nowMs(): number;
}

/** A way out of what sounds, ahead of what the thread has written. */
export interface Cut {
  readonly join: SegmentJoin;
  /** Monotonic time at which the thread has written the join at the latest. */
  readonly writtenAtMs: number;
}

/** What sounds cannot be left now, but may be in a moment: the thread gives no answer, or no more of it is rendered yet. */
export class CutTooSoonError extends Error {
  override readonly name = "CutTooSoonError";
}

/** A fade is whole packets and whole milliseconds long: so many of each. */
const STEP_PACKETS = 3;
const STEP_MS = 64;
/** Decoding begins one packet early. */
const DECODER_PACKETS = 1;
const ATTEMPTS = 3;
const MARGIN_MAX_MS = 5000;
const NOW: Urgency = { lane: "air", dueAtMs: 0, label: "Cut" };

/** Leaves what sounds before its end: by a short fade, made from what will have been aired there. */
export class CutMaker {
  readonly #port: CutMakerPort;

  constructor(port: CutMakerPort) {
    this.#port = port;
  }

  /**
   * Into the beginning of an item, which the segment `serial` plays. null: there is no need, because what sounds gives
   * way by itself, is at its end, or is that segment.
   * @param marginMs for the making of the cut: what the thread writes meanwhile cannot be changed any more
   * @throws CutTooSoonError
   */
  async into(plan: Plan, to: { serial: number; item: PlanItem }, fadeMs: number, marginMs: number): Promise<Cut | null> {
    // Decoded once and kept: the way out is looked for as late as possible.
    const head = await this.#port.sound.head(plan, to.item, edgeSamples(fadeMs), NOW);
    return this.#inTime(marginMs, async (triedMs) => {
      const way = await this.#way(plan, fadeMs, triedMs, to.serial);
      const junction = way && makeJunction({ ...way.tail, head: head.samples }, way.fadeMs);
      return junction ? this.#cut(plan, way, junction, head.identity) : null;
    });
  }

  /** Into silence; the segment behind it counts as begun when nothing is heard any more. @throws CutTooSoonError */
  async intoSilence(plan: Plan, fadeMs: number, marginMs: number): Promise<Cut | null> {
    return this.#inTime(marginMs, async (triedMs) => {
      const way = await this.#way(plan, fadeMs, triedMs);
      if (!way) return null;
      const head = new Float32Array(edgeSamples(way.fadeMs) * CHANNELS);
      const junction = makeJunction({ ...way.tail, head }, way.fadeMs);
      return junction && this.#cut(plan, way, { ...junction, enterAtPacket: junction.packets, resumeAtPacket: 0 }, ["silence"]);
    });
  }

  async #cut(plan: Plan, way: WayOut, junction: Junction, identity: readonly unknown[]): Promise<Cut> {
    const { sound, slate } = this.#port;
    const made = await sound.render(plan, junction, ["cut", way.identity, way.fadeMs, identity], slate, NOW);
    return { join: { ...made, ...way.leave }, writtenAtMs: way.writtenAtMs + junction.packets * way.packetMs };
  }

  /** What took longer to make than its margin may be passed already: it is made again with more. */
  async #inTime(firstMarginMs: number, make: (marginMs: number) => Promise<Cut | null>): Promise<Cut | null> {
    const { nowMs } = this.#port;
    let marginMs = firstMarginMs;
    for (let attempt = 1; ; attempt += 1) {
      const beganMs = nowMs();
      const cut = await make(marginMs);
      const tookMs = nowMs() - beganMs;
      if (!cut || tookMs < marginMs || attempt === ATTEMPTS) return cut;
      marginMs = Math.max(marginMs, Math.min(MARGIN_MAX_MS, tookMs * 1.5));
    }
  }

  /** Where to leave, and what will have sounded there. */
  async #way(plan: Plan, fadeMs: number, marginMs: number, toSerial = Number.POSITIVE_INFINITY): Promise<WayOut | null> {
    const head = await this.#port.locator.locate();
    if (!head) throw new CutTooSoonError("the playout thread does not say where it is");
    const segment = this.#port.segment(head.serial);
    if (!segment || segment.isSlate || head.serial >= toSerial) return null;
    const { packetMs } = streamClock(profileOf(plan));
    const aheadMs = Math.max(0, this.#port.nowMs() + LEAD_MS - head.onAirAtMs) + marginMs;
    const leave = Math.max(CUT_MARGINS.warmFrames + DECODER_PACKETS, Math.ceil(aheadMs / packetMs));
    const stretches = await this.#stretches(head, segment);
    const from = leave - CUT_MARGINS.warmFrames - DECODER_PACKETS;
    const wanted = leave + CUT_MARGINS.aheadFrames + Math.ceil(fadeMs / STEP_MS) * STEP_PACKETS;
    const { packets, first } = await readStretches(stretches, wanted);
    const fadeSteps = Math.floor((packets.length - leave - CUT_MARGINS.aheadFrames) / STEP_PACKETS);
    if (fadeSteps < 1 && stretches.some(({ unit }) => !unit.isComplete)) throw new CutTooSoonError("no more of it is rendered yet");
    if (fadeSteps < 1) return null;
    const end = leave + CUT_MARGINS.aheadFrames + fadeSteps * STEP_PACKETS;
    const tail = await decodePackets(this.#port.slate.headers.audio, packets.slice(from, end), this.#port.ffmpegPath);
    return {
      tail: { tail, tailStartSample: (from + DECODER_PACKETS) * AAC_PACKET_SAMPLES },
      fadeMs: fadeSteps * STEP_MS,
      leave: leaveOf(head, segment, leave, first),
      identity: [segment.audio.key, segment.join?.unit.key ?? null, head.isInJoin, head.packet, leave],
      packetMs,
      writtenAtMs: head.onAirAtMs + leave * packetMs - LEAD_MS + TICK_MS,
    };
  }

  /** What sounds from the head of air on. */
  async #stretches(head: SoundHead, segment: Segment): Promise<AiredStretch[]> {
    const audio = await this.#port.sound.latest(segment.audio);
    if (!head.isInJoin || !segment.join) return [{ unit: audio, fromOffset: head.offset, skipPackets: 0 }];
    const { unit, resumeAtPacket } = segment.join;
    return [
      { unit: await this.#port.sound.latest(unit), fromOffset: head.offset, skipPackets: 0 },
      { unit: audio, fromOffset: audio.firstTagOffset, skipPackets: resumeAtPacket },
    ];
  }
}

interface WayOut {
  readonly tail: { readonly tail: Float32Array; readonly tailStartSample: number };
  readonly fadeMs: number;
  readonly leave: Pick<SegmentJoin, "afterSerial" | "leaveAtPacket" | "isFromJoin">;
  readonly identity: readonly unknown[];
  readonly packetMs: number;
  readonly writtenAtMs: number;
}

async function readStretches(stretches: readonly AiredStretch[], count: number): Promise<{ packets: Buffer[]; first: number }> {
  const packets: Buffer[] = [];
  let first: number | null = null;
  for (const stretch of stretches) {
    packets.push(...(await readPackets(stretch, count - packets.length)));
    first ??= packets.length;
  }
  return { packets, first: first ?? 0 };
}

/** @param leave packets from the head of air on; `first` of them are those of the stretch that is open there */
function leaveOf(head: SoundHead, segment: Segment, leave: number, first: number): WayOut["leave"] {
  const afterSerial = head.serial;
  if (!head.isInJoin || !segment.join) return { afterSerial, leaveAtPacket: head.packet + leave };
  if (leave < first) return { afterSerial, leaveAtPacket: head.packet + leave, isFromJoin: true };
  return { afterSerial, leaveAtPacket: segment.join.resumeAtPacket + leave - first };
}
