import type { Logger, Plan } from "@nightjar/contract";
import type { Urgency } from "../render/requests.ts";
import type { PictureLook } from "../timeline/segment.ts";
import type { ItemPreparer, Slate } from "./preparer.ts";
import type { Planned, RundownQueue } from "./rundown-queue.ts";
import { isFallback } from "./shown-pictures.ts";
import type { Sounding } from "./sounding.ts";
import { wayIn } from "./way-in.ts";

export interface WayBetweenPort {
  readonly preparer: ItemPreparer;
  readonly slate: Slate;
  readonly log: Logger;
  /** What the newest picture of a segment was made to show. */
  look(serial: number): PictureLook | undefined;
}

/** How sound and picture of the segments to come come over from those before them. */
export class WayBetween {
  readonly #port: WayBetweenPort;
  readonly #queue: RundownQueue;
  readonly #sounding: Sounding;

  constructor(port: WayBetweenPort, queue: RundownQueue, sounding: Sounding) {
    this.#port = port;
    this.#queue = queue;
    this.#sounding = sounding;
  }

  /** Makes the junction into a segment of the queue; until it is there, or when it cannot be, the sound simply follows. */
  async join({ segment, item }: Planned, plan: Plan): Promise<void> {
    const { serial, phase = null } = segment;
    const ahead = this.#queue.ahead(serial);
    const before = this.#sounding.before(ahead);
    if (!this.#queue.find(serial) || !before || !item) return;
    const { preparer, slate, log } = this.#port;
    try {
      const urgency = this.#urgency(ahead, plan, `Junction to ${item.title}`);
      const join = await preparer.sound.join(plan, before, { item, phase }, slate, urgency);
      if (join) this.#queue.setJoin(serial, { ...join, afterSerial: before.serial });
    } catch (error) {
      log.warn({ err: error, trackId: item.trackId }, "no junction");
    }
  }

  /** Has the segment's picture come in over a transition, where its background is another than the one before. */
  async comeIn({ segment: { serial } }: Planned, { crossfadeMs }: Plan): Promise<void> {
    const { preparer, slate, log, look } = this.#port;
    const planned = this.#queue.find(serial);
    const ahead = this.#queue.ahead(serial);
    const before = this.#sounding.before(ahead);
    const background = before && look(before.serial)?.background;
    if (!planned?.prepared || !planned.item || !background || isFallback(planned.segment)) return;
    const { item, plan, prepared } = planned;
    try {
      const urgency = this.#urgency(ahead, { crossfadeMs }, `Transition to ${item.title}`);
      const way = await wayIn(preparer.changer, { plan, item, slate, urgency }, { item: before.item, background }, prepared.video);
      if (way) this.#queue.change(serial, (now) => ({ ...now, wayIn: way }));
    } catch (error) {
      log.warn({ err: error, trackId: item.trackId }, "no transition");
    }
  }

  #urgency(ahead: readonly Planned[], { crossfadeMs }: Pick<Plan, "crossfadeMs">, label: string): Urgency {
    return { lane: "air", dueAtMs: this.#sounding.dueAtMs(ahead, crossfadeMs), label };
  }
}
