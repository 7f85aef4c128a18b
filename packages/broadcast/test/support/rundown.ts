import { type PlanItem, sessionId } from "@nightjar/contract";
import { AirMemory } from "../../src/director/air-memory.ts";
import { labelOf } from "../../src/director/air-log.ts";
import type { ItemPreparer } from "../../src/director/preparer.ts";
import { Programme } from "../../src/director/programme.ts";
import { Rundown } from "../../src/director/rundown.ts";
import { finishedHandle } from "../../src/render/unit-handle.ts";
import type { Segment } from "../../src/timeline/segment.ts";
import { memoryLog, planItem, testPlan } from "./engine.ts";
import { SILENCE, pictures } from "./synthetic.ts";

export const items = ["a", "b", "c", "d", "e"].map((id) => planItem(id, { path: `/media/${id}`, sha256: id }, 60_000));
const PICTURE = pictures("picture", 1);
const HEADERS = { video: Buffer.alloc(0), audio: Buffer.alloc(0) };

/** A segment of an item, as the thread or an earlier process has it. */
export function segmentOf(serial: number, item: PlanItem | undefined): Segment {
  if (!item) throw new Error("no such item");
  return { serial, video: PICTURE.ref, audio: SILENCE.ref, isSlate: false, label: labelOf(item) };
}

/** Letters of the items that a queue holds. */
export function letters(segments: readonly Segment[]): string {
  return segments.map(({ label }) => label.title.slice(-1)).join("");
}

/** A rundown whose units are there as soon as `ready` says so; what it tells the thread is kept. */
export function testRundown(options: {
  order: "sequential" | "shuffled";
  lastSerial: number;
  memory?: AirMemory;
  ready?: () => Promise<void>;
}) {
  const { order, lastSerial, memory = new AirMemory(null), ready = () => Promise.resolve() } = options;
  const plan = testPlan(items, "rtmp://unused/live", "unused", { order, sessionId: sessionId.parse("session-1") });
  const queues: (readonly Segment[])[] = [];
  const preparer: ItemPreparer = {
    item: async () => {
      await ready();
      const look = { hash: "look", background: { kind: "default" as const } };
      const [video, audio] = [finishedHandle(PICTURE.ref), finishedHandle(SILENCE.ref)];
      const picture = { level: "wanted" as const, reason: null };
      return { video, audio, picture, look, better: Promise.resolve(null), growth: null, longKey: null };
    },
    sound: { phase: () => Promise.resolve(null), join: () => Promise.resolve(null), fadeIn: () => Promise.resolve(null) },
    pictures: { giveUp: () => undefined },
    changer: { transition: () => Promise.reject(new Error("no background changes here")) },
  };
  const rundown = new Rundown(
    plan,
    {
      preparer,
      slate: { headers: HEADERS, video: PICTURE.ref, silence: SILENCE.ref },
      quarantine: { isLeftOut: () => false, failed: () => Promise.resolve(), succeeded: () => undefined },
      programme: new Programme(memory),
      cutter: { into: () => Promise.resolve(null) },
      log: memoryLog().log,
      background: () => plan.background,
      look: () => undefined,
      onQueue: (segments) => queues.push(segments),
      onBetter: () => Promise.resolve(false),
      onOvertaken: () => undefined,
    },
    lastSerial,
  );
  return { rundown, queues, plan };
}
