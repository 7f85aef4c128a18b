import type { Logger } from "@nightjar/contract";
import { monotonicMs } from "../../playout/monotonic.ts";
import type { Urgency } from "../../render/requests.ts";
import type { Segment } from "../../timeline/segment.ts";
import type { EventOf } from "../air/events.ts";
import type { WishOf } from "../air/wishes.ts";
import { isGivenUp } from "../prepare/failures.ts";
import type { Preparer } from "../prepare/preparer.ts";
import type { Slate } from "../prepare/slate.ts";
import { CutMaker, CutTooSoonError } from "./cut-maker.ts";
import type { Locator } from "./locator.ts";

export interface JunctionMakerNeeds {
  readonly sound: Preparer["sound"];
  readonly slate: Slate;
  readonly locator: Locator;
  readonly ffmpegPath: string;
  readonly log: Logger;
  segment(serial: number): Segment | undefined;
}

/** How long a cut fades, and its last one. */
const CUT_FADE_MS = 384;
const LAST_CUT = { fadeMs: 1024, marginMs: 400 };
/** How late the thread may tell that it has taken a cut. */
const SLACK_MS = 500;

/** Answers the wishes for how one sound gives way to the next. What cannot be made is none: then the next simply follows. */
export class JunctionMaker {
  readonly #needs: JunctionMakerNeeds;
  readonly #cutter: CutMaker;

  constructor(needs: JunctionMakerNeeds) {
    const { sound, slate, ffmpegPath, locator, segment } = needs;
    this.#needs = needs;
    this.#cutter = new CutMaker({ sound, slate, ffmpegPath, locator, segment, nowMs: monotonicMs });
  }

  async join({ id, plan, before, after }: WishOf<"join">, urgency: Urgency): Promise<EventOf<"join">> {
    const { sound, slate, log } = this.#needs;
    const join = await sound.join(plan, before, after, slate, urgency).catch((error: unknown) => {
      log.warn({ err: error, trackId: after.item.trackId }, "no junction");
      return null;
    });
    return { is: "join", wish: id, join };
  }

  async cut({ id, plan, item, serial, marginMs }: WishOf<"cut">): Promise<EventOf<"cut">> {
    try {
      const cut = await this.#cutter.into(plan, { serial, item }, CUT_FADE_MS, marginMs);
      return { is: "cut", wish: id, join: cut?.join ?? null, retryAtMs: cut ? cut.writtenAtMs + SLACK_MS : null };
    } catch (error) {
      // Then it follows at the end of what sounds, or the next try makes it.
      if (!(error instanceof CutTooSoonError)) this.#needs.log.warn({ err: error, trackId: item.trackId }, "no cut");
      return { is: "cut", wish: id, join: null, retryAtMs: monotonicMs() + SLACK_MS };
    }
  }

  async silence({ id, plan }: WishOf<"silence">): Promise<EventOf<"silence">> {
    const cut = await this.#cutter.intoSilence(plan, LAST_CUT.fadeMs, LAST_CUT.marginMs).catch((error: unknown) => {
      if (!isGivenUp(error)) this.#needs.log.warn({ err: error, streamId: plan.streamId }, "no fade at the end");
      return null;
    });
    return { is: "silence", wish: id, join: cut?.join ?? null };
  }
}
