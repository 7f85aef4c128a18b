import type { Plan, PlanItem } from "@nightjar/contract";
import { type Air, soundingPlace } from "../../src/director/air/air.ts";
import type { AirEvent } from "../../src/director/air/events.ts";
import { BACKGROUNDS, BARE, unit } from "./air-answers.ts";
import { BAR_SCENE } from "./bar.ts";
import { planItem } from "./engine.ts";

/** One thing that happens, and how long nothing has happened before it. Numbers are taken modulo what there is. */
export interface Move {
  readonly afterMs: number;
  readonly act: number;
  readonly pick: number;
  readonly delayMs: number;
}

/** What there is to be played. */
export const LIBRARY: readonly PlanItem[] = ["a", "b", "c", "d", "e"].map((id, at) =>
  planItem(id, { path: `/m/${id}`, sha256: id }, [60_000, 9000, 20_000, 3000, 31_000][at] ?? 1000),
);
/** So long nothing happens at the end: the slowest of what is asked for one after the other is there by then. */
export const QUIET_MS = 300_000;
/** Still sounds then. */
export const LONG = planItem("long", { path: "/m/long", sha256: "long" }, 2 * QUIET_MS);

/** As much of a model as people, the clock and the workshop act on. */
export interface ActedOn {
  readonly air: Air;
  readonly plan: Plan;
  /** Of the library. */
  readonly items: readonly PlanItem[];
  take(event: AirEvent): void;
  edit(changes: Partial<Plan>): void;
  /** Somebody waits until what is wanted is on air. */
  update(): void;
  /** What could not be played can be. */
  lift(): void;
  /** The whole machine stands still. */
  pause(): void;
}

/** What may happen at any time, also while a session ends. Numbers are taken modulo what there is. */
export function actsOn(model: ActedOn, pick: number): readonly (() => void)[] {
  const { plan, items, air } = model;
  const edit = (changes: Partial<Plan>) => () => model.edit(changes);
  const take = (event: AirEvent) => () => model.take(event);
  const shown = soundingPlace(air)?.given?.video.key ?? "none";
  return [
    () => undefined,
    edit({ items: plan.items.length < 2 ? items : plan.items.filter((_, at) => at !== pick % 5) }),
    edit({ items: [...plan.items.slice(pick % 5), ...plan.items.slice(0, pick % 5)] }),
    edit({ items: plan.items.map((item, at) => (at === pick % 5 ? { ...item, title: `${item.title}!` } : item)) }),
    edit({ background: BACKGROUNDS[pick % 3] ?? { kind: "default" }, rotation: BACKGROUNDS.slice(1) }),
    edit({ order: pick % 2 === 0 ? "shuffled" : "sequential", crossfadeMs: (pick % 3) * 1000 }),
    edit({ autoSwitch: (["never", "every-song", "5-minutes"] as const)[pick % 3] ?? "never" }),
    edit({ transition: pick % 2 === 0 ? "fade" : "instant", channelName: `Channel ${pick % 3}` }),
    edit({ scene: pick % 2 === 0 ? BAR_SCENE : { elements: [] } }),
    take({ is: "skip" }),
    take({ is: "jump", itemId: `item-${["a", "b", "c", "d", "e"][pick % 5]}` }),
    () => model.update(),
    () => better(model, pick),
    take({ is: "broken", key: shown }),
    take({ is: "overtaken", videoKey: shown }),
    () => model.lift(),
    take({ is: "bare", bare: pick % 2 === 0 ? BARE : new Map() }),
    take({ is: "room" }),
    edit({ items: [] }),
    () => model.pause(),
  ];
}

function better({ air, take }: ActedOn, pick: number): void {
  const stands = air.places.flatMap((place) =>
    Object.values(place.stands).flatMap((stand) => (stand.is === "ready" ? [stand.video.key] : [])),
  );
  const key = stands[pick % Math.max(1, stands.length)];
  if (key && !key.startsWith("better")) take({ is: "better", key, video: unit(`better ${key}`) });
}
