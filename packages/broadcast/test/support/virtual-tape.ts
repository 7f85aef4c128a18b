import type { TagSink } from "../../src/timeline/timeline.ts";
import type { TagView } from "../../src/timeline/unit.ts";
import { ShownCheck } from "./shown-check.ts";
import { SoundCheck } from "./sound-check.ts";

/** Takes every tag of a session: counts them, holds their times against the counters, and follows sound and picture. */
export class VirtualTape implements TagSink {
  readonly sound: SoundCheck;
  readonly shown = new ShownCheck();
  pictures = 0;
  packets = 0;
  /** Timestamps that are not those of the counters. */
  wrongTimes = 0;
  largestSkewMs = 0;
  #videoOffMs = 0;
  #audioOffMs = 0;

  /** @param offsetOf where a packet of a track or a join begins */
  constructor(offsetOf: (packet: number) => number) {
    this.sound = new SoundCheck(offsetOf);
  }

  tag({ buffer, offset, info }: TagView, dtsMs: number, compositionMs: number): void {
    if (info.kind === "video") {
      this.#videoOffMs = dtsMs - (this.pictures * 1000) / 30;
      this.pictures += 1;
      this.shown.picture(Math.round(((dtsMs + compositionMs) * 30) / 1000));
    } else {
      this.#audioOffMs = dtsMs - 1000 / 30 - (this.packets * 64) / 3;
      this.packets += 1;
      this.sound.packet(buffer, offset, info.tagBytes);
    }
    const skewMs = Math.abs(this.#videoOffMs - this.#audioOffMs);
    if (skewMs > this.largestSkewMs) this.largestSkewMs = skewMs;
    if (Math.abs(this.#videoOffMs) > 0.51 || Math.abs(this.#audioOffMs) > 1.01) this.wrongTimes += 1;
  }
}
