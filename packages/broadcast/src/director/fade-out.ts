import { setTimeout as pause } from "node:timers/promises";
import type { Plan } from "@nightjar/contract";
import { monotonicMs } from "../playout/monotonic.ts";
import type { Segment } from "../timeline/segment.ts";
import type { Cutter } from "./cutter.ts";
import type { Rundown } from "./rundown.ts";
import { withinMs } from "./within.ts";

const FADE_MS = 1024;
const MARGIN_MS = 400;
/** What cannot be faded in time ends at once. */
const MAKING_MS = 3000;
const SLACK_MS = 300;
/** For the publishers to take what was written last. */
const DRAIN_MS = 200;

export interface FadeOutPort {
  readonly rundown: Rundown;
  readonly cutter: Cutter;
  segment(serial: number): Segment | undefined;
  /** The thread is to go on with this one. */
  send(segment: Segment): void;
}

/** The end of a session: what sounds fades away. */
export class FadeOut {
  #silent: { readonly serial: number; readonly resolve: () => void } | null = null;

  /** Answers when it is written, or in any case within a few seconds. Nothing sounds afterwards. */
  async run(plan: Plan, { rundown, cutter, segment, send }: FadeOutPort): Promise<void> {
    rundown.close();
    const cut = await withinMs(cutter.intoSilence(plan, FADE_MS, MARGIN_MS), MAKING_MS);
    const sounding = cut && segment(cut.join.afterSerial);
    if (!cut || !sounding) return;
    const silence = rundown.silence(cut.join, sounding.video);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#silent = { serial: silence.serial, resolve };
    send(silence);
    await withinMs(promise, Math.max(0, cut.writtenAtMs - monotonicMs()) + SLACK_MS);
    await pause(DRAIN_MS);
  }

  /** The thread has come to this segment. */
  began(serial: number): void {
    if (this.#silent?.serial === serial) this.#silent.resolve();
  }
}
