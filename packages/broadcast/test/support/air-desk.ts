import type { Plan } from "@nightjar/contract";
import type { Air, Stand } from "../../src/director/air/air.ts";
import type { AirEffect, AirEvent } from "../../src/director/air/events.ts";
import { newAir } from "../../src/director/air/session-events.ts";
import { alarmAtMs } from "../../src/director/air/settling.ts";
import { step } from "../../src/director/air/step.ts";
import type { Wish, WishOf } from "../../src/director/air/wishes.ts";
import { NEW_PROGRAMME, type Programme } from "../../src/director/choose/programme.ts";
import { type Rotation, newRotation } from "../../src/director/choose/rotation.ts";
import { RAIN, unit, viewOf } from "./air-answers.ts";
import { planItem, testPlan } from "./engine.ts";
import { SILENCE } from "./synthetic.ts";

/** Of a minute each. */
export const ITEMS = ["a", "b", "c"].map((id) => planItem(id, { path: `/m/${id}`, sha256: id }, 60_000));
/** Those over the rain. */
export const PLAN = testPlan(ITEMS, "rtmp://unused/live", "unused", { background: RAIN });
export const isFirst = ({ item }: { item: { title: string } }) => item.title === "Title a";

/** A session's air that does what a test tells it, one event at a time. */
export class AirDesk {
  air: Air;
  nowMs = 0;
  readonly effects: AirEffect[] = [];

  /** @param programme and `rotation`: what the session remembers of before */
  constructor(plan: Plan, programme: Programme = NEW_PROGRAMME, rotation: Rotation | null = null) {
    this.air = newAir(plan, programme, newRotation(plan, rotation, 0));
  }

  /** On air with its first track, over the slate while its picture is being rendered. */
  static late(plan = PLAN): AirDesk {
    const desk = new AirDesk(plan);
    desk.beginLate();
    desk.write(0);
    desk.pass(10);
    return desk;
  }

  /** Begun half a second ago: its pictures stand so, its sounds must be rendered, and the slate is lined up. */
  static silent(plan: Plan, pictures: "rendering" | "ready"): AirDesk {
    const desk = new AirDesk(plan);
    desk.begin();
    desk.see();
    desk.pictures(pictures);
    desk.take({ is: "sound-rendering", wish: desk.wishes("sound")[0]?.id ?? "" });
    desk.pass(500);
    return desk;
  }

  take(event: AirEvent): readonly AirEffect[] {
    const { air, effects } = step(this.air, event, { atMs: this.nowMs, wallMs: this.nowMs });
    this.air = air;
    this.effects.push(...effects);
    return effects;
  }

  begin(): void {
    this.take({ is: "begin", slate: { video: unit("slate"), silence: SILENCE.ref } });
  }

  /** With all that is wanted there at once: it is lined up. */
  beginWhole(): void {
    this.begin();
    this.bringAll();
  }

  /** With all sounds there and the pictures being rendered: it is lined up over the slate. */
  beginLate(): void {
    this.begin();
    this.see();
    this.pictures("rendering");
    this.hearAll();
  }

  /** Time goes on to this moment; whatever is due on the way happens. */
  pass(toMs: number): void {
    for (let atMs = this.#alarm(); atMs !== null && atMs <= toMs; atMs = this.#alarm()) {
      this.nowMs = Math.max(this.nowMs, atMs);
      this.take({ is: "clock" });
    }
    this.nowMs = toMs;
  }

  #alarm(): number | null {
    return alarmAtMs(this.air, { atMs: this.nowMs, wallMs: this.nowMs });
  }

  wishes<Kind extends Wish["wants"]>(kind: Kind): WishOf<Kind>[] {
    return [...this.air.wishes.values()].filter((wish): wish is WishOf<Kind> => wish.wants === kind);
  }

  /** All that is known at once: what things look like. */
  see(): void {
    for (const { id, plan, item } of this.wishes("view")) this.take({ is: "view", wish: id, view: viewOf(plan, item), earlier: null });
  }

  hearAll(): void {
    for (let [wish] = this.wishes("sound"); wish; [wish] = this.wishes("sound"))
      this.take({ is: "sound", wish: wish.id, audio: unit(`sound ${wish.item.itemId}`), phase: null, fadeIn: null });
  }

  /** What things look like, their sounds and their pictures. */
  bringAll(): void {
    this.see();
    this.hearAll();
    this.pictures("ready");
  }

  /** The pictures of this level, or of this place, stand so. */
  pictures(stand: "rendering" | "ready" | "failed" | "failed by the machine", of: (wish: WishOf<"picture">) => boolean = () => true): void {
    for (const wish of this.wishes("picture").filter(of)) {
      const key = `${wish.item.itemId} ${wish.level}`;
      this.take({ is: "picture", wish: wish.id, stand: standOf(stand, key) });
    }
  }

  /** What the thread was told to show in the place of something else, each time. */
  get shown(): string[][] {
    return this.effects.flatMap((effect) => (effect.do === "show" ? [effect.changes.map(({ video }) => video.key)] : []));
  }

  /** The line as the thread was told of it last: letters of its items, S for the slate. */
  get line(): string {
    const told = this.effects.findLast((effect) => effect.do === "open" || effect.do === "queue");
    return told?.segments.map(({ label, isSlate }) => (isSlate ? "S" : label.title.slice(-1))).join("") ?? "";
  }

  /** The thread has cut to this picture of a segment, ahead of when that is on air. */
  cut(serial: number, pictureId: number, onAirAtMs: number = this.nowMs): void {
    this.take({ is: "shown", serial, pictureId, onAirAtMs });
  }

  /** The first of the line begins. */
  write(onAirAtMs: number): void {
    const next = this.air.told[0];
    if (!next) throw new Error("nothing is lined up");
    this.take({ is: "written", segment: next, onAirAtMs });
  }
}

function standOf(stand: Parameters<AirDesk["pictures"]>[0], key: string): Stand {
  if (stand === "ready") return { is: stand, video: unit(key) };
  if (stand === "rendering") return { is: stand };
  return { is: "failed", reason: "bad header", isMachines: stand !== "failed" };
}
