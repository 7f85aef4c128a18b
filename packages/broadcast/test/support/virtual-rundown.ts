import { type PlanItem, sessionId } from "@nightjar/contract";
import { PlaysFile } from "../../src/director/choose/plays-file.ts";
import { type Programme, chooseNext, itemAired } from "../../src/director/choose/programme.ts";
import type { Segment, SegmentJoin } from "../../src/timeline/segment.ts";
import { planItem } from "./engine.ts";
import type { JoinPlan } from "./sound-check.ts";
import { LABEL, type MemorySource } from "./synthetic.ts";
import type { VirtualLibrary } from "./virtual-library.ts";
import type { VirtualTape } from "./virtual-tape.ts";

const AHEAD = 2;
/** Packets on each side of a crossfade that both encodes have seen. */
const MARGIN = 6;
const CROSSFADE_MAX_PACKETS = 560;

export interface VirtualRundownNeeds {
  readonly library: VirtualLibrary;
  readonly source: MemorySource;
  /** Learns what may come behind what. */
  readonly tape: VirtualTape;
  readonly memoryPath: string;
  readonly random: () => number;
}

interface Queued {
  readonly segment: Segment;
  readonly item: PlanItem;
}

/** A long tracklist with crossfades, edited as people do it, and what it puts into the queue. */
export class VirtualRundown {
  readonly #needs: VirtualRundownNeeds;
  readonly #items: PlanItem[];
  readonly #removed: PlanItem[] = [];
  readonly #queue: Queued[] = [];
  readonly #sounding = new Map<number, PlanItem>();
  readonly #file: PlaysFile;
  #programme: Programme;
  #order: "sequential" | "shuffled" = "sequential";
  #crossfadePackets = 140;
  #serial = 0;
  #onAir: PlanItem;
  edits = 0;

  constructor(needs: VirtualRundownNeeds) {
    this.#needs = needs;
    this.#items = needs.library.tracks.map(({ audio, video, packets }, index) => {
      needs.source.add(audio);
      needs.source.add(video);
      needs.tape.sound.learnTrack(audio, packets);
      const item = planItem(String(index), { path: `/media/${index}`, sha256: String(index) }, 1000);
      return { ...item, artist: `Artist ${index % 90}` };
    });
    const [first] = this.#items;
    if (!first) throw new Error("the library is empty");
    this.#onAir = first;
    this.#file = new PlaysFile(needs.memoryPath);
    this.#programme = this.#remember();
  }

  /** What the session begins with. */
  first(): Segment {
    const segment = this.#segment(this.#onAir, null);
    this.#sounding.set(segment.serial, this.#onAir);
    return segment;
  }

  /** A segment has begun: those before it are over. */
  begun(serial: number): void {
    const item = this.#sounding.get(serial);
    if (!item) throw new Error(`segment ${serial} was never queued`);
    for (const known of this.#sounding.keys()) if (known < serial) this.#forget(known);
    this.#onAir = item;
    const { play, programme } = itemAired(this.#programme, serial, item);
    this.#programme = programme;
    if (play) this.#file.append(play, programme.played);
    while ((this.#queue[0]?.segment.serial ?? Number.POSITIVE_INFINITY) <= serial) this.#queue.shift();
  }

  /** @param sounding serial of what sounds, or is coming over in its join @returns what is to follow; null: as before */
  fill(sounding: number): readonly Segment[] | null {
    if (this.#queue.length >= AHEAD) return null;
    while (this.#queue.length < AHEAD) this.#queue.push(this.#next(sounding));
    return this.#queue.map(({ segment }) => segment);
  }

  /** What people do to a tracklist: tracks moved, taken out, put back, another order, another crossfade. */
  edit(sounding: number): void {
    this.edits += 1;
    const { random } = this.#needs;
    const anywhere = () => Math.floor(random() * this.#items.length);
    for (let moved = 0; moved < 10; moved += 1) this.#items.splice(anywhere(), 0, ...this.#items.splice(anywhere(), 1));
    this.#items.splice(anywhere(), 0, ...this.#removed.splice(0));
    this.#removed.push(...this.#items.splice(anywhere(), 5));
    if (random() < 0.2) this.#order = this.#order === "shuffled" ? "sequential" : "shuffled";
    if (random() < 0.3) this.#crossfadePackets = Math.floor(random() * CROSSFADE_MAX_PACKETS);
    for (const { segment } of this.#queue) if (segment.serial > sounding) this.#forget(segment.serial);
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter(({ segment }) => segment.serial <= sounding));
  }

  /** Another process goes on: of what was aired it knows what stands on the disk. */
  restart(): void {
    this.#programme = this.#remember();
  }

  #remember(): Programme {
    return { played: this.#file.read(), promised: [] };
  }

  #next(sounding: number): Queued {
    const queued = this.#queue.map(({ item }) => item.itemId);
    const plan = { items: this.#items, order: this.#order, sessionId: sessionId.parse("session-1") };
    const { itemId } = this.#onAir;
    const index = Math.max(
      0,
      this.#items.findIndex((item) => item.itemId === itemId),
    );
    const { chosen, programme } = chooseNext(this.#programme, plan, queued, { itemId, index }, () => true);
    this.#programme = programme;
    if (!chosen) throw new Error("every track can be played");
    const before = this.#queue.at(-1) ?? { segment: { serial: sounding }, item: this.#sounding.get(sounding) };
    const segment = this.#segment(chosen.item, before.item ? { serial: before.segment.serial, item: before.item } : null);
    this.#sounding.set(segment.serial, chosen.item);
    return { segment, item: chosen.item };
  }

  #forget(serial: number): void {
    this.#sounding.delete(serial);
    // What still sounds keeps its unit open.
    this.#needs.source.remove(`j${serial}`);
  }

  #segment(item: PlanItem, before: { serial: number; item: PlanItem } | null): Segment {
    this.#serial += 1;
    const { audio, video } = this.#trackOf(item);
    const label = { ...LABEL, itemId: item.itemId, trackId: item.trackId, title: item.title, artist: item.artist };
    const segment = { serial: this.#serial, video: video.ref, audio: audio.ref, isSlate: false, label };
    return before ? { ...segment, join: this.#join(item, before) } : segment;
  }

  #join(item: PlanItem, before: { serial: number; item: PlanItem }): SegmentJoin {
    const { library, source, tape } = this.#needs;
    const [from, into] = [this.#trackOf(before.item), this.#trackOf(item)];
    const crossfade = this.#crossfadePackets;
    const count = crossfade + 2 * MARGIN;
    const unit = source.add(library.join(`j${this.#serial}`, count));
    const places = { leaveAtPacket: from.packets - crossfade - MARGIN, resumeAtPacket: crossfade + MARGIN };
    const plan: JoinPlan = { unit, before: from.audio, into: into.audio, count, ...places };
    tape.sound.learnJoin(plan);
    return { unit: unit.ref, afterSerial: before.serial, enterAtPacket: MARGIN + Math.floor(crossfade / 2), ...places };
  }

  #trackOf(item: PlanItem) {
    const track = this.#needs.library.tracks[Number(item.audio?.sha256)];
    if (!track) throw new Error("no such track");
    return track;
  }
}
