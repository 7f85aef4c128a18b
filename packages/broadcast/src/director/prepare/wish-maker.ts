import type { Logger, PlanItem } from "@nightjar/contract";
import { profileOf } from "@nightjar/contract";
import { withinMs } from "@nightjar/kit";
import type { UnitCache } from "../../render/cache.ts";
import { GrowthWatch, keepsAhead } from "../../render/keeps-ahead.ts";
import type { Urgency } from "../../render/requests.ts";
import type { UnitHandle } from "../../render/unit-handle.ts";
import type { AirEvent } from "../air/events.ts";
import type { WishId, WishOf } from "../air/wishes.ts";
import { causeOf, faultOf } from "./failures.ts";
import type { Preparer } from "./preparer.ts";
import type { Slate } from "./slate.ts";
import type { Quarantine } from "./quarantine.ts";

export interface WishMakerNeeds {
  readonly preparer: Preparer;
  readonly cache: Pick<UnitCache, "get">;
  readonly quarantine: Pick<Quarantine, "failed" | "succeeded" | "leftOut">;
  readonly slate: Slate;
  readonly log: Logger;
  tell(event: AirEvent): void;
  /** The wish holds this unit, from when it is asked for. */
  hold(wish: WishOf<"sound" | "picture">, handle: UnitHandle, growth: GrowthWatch | null): void;
  /** The wish is none any more. */
  isOver(wish: WishId): boolean;
  /** Nothing is told any more. */
  isClosed(): boolean;
}

/** The first sound of a session does not wait longer than this for its fade. */
const FADE_IN_WAIT_MS = 400;
/** Answers the wishes for what an item sounds and looks like. */
export class WishMaker {
  readonly #needs: WishMakerNeeds;

  constructor(needs: WishMakerNeeds) {
    this.#needs = needs;
  }

  /** Told as soon as it can be read; what cannot be played goes to the quarantine first. */
  async sound(wish: WishOf<"sound">, urgency: Urgency): Promise<void> {
    const { quarantine, tell } = this.#needs;
    try {
      tell({ is: "sound", wish: wish.id, ...(await this.#sound(wish, urgency)) });
    } catch (error) {
      await quarantine.failed(wish.item, error);
      tell({ is: "no-sound", wish: wish.id, leftOut: quarantine.leftOut });
    }
  }

  async #sound(wish: WishOf<"sound">, urgency: Urgency) {
    const { preparer, slate, hold, tell } = this.#needs;
    const { sound, renderer } = preparer;
    const { plan, item, before, isFirst } = wish;
    const phase = wish.phase ?? (before && (await sound.phase(plan, before, item)));
    const handle = await renderer.audio(profileOf(plan), slate.headers, await sound.request(plan, { item, phase }), urgency);
    hold(wish, handle, null);
    this.#judge(item, handle);
    if (!handle.current()) tell({ is: "sound-rendering", wish: wish.id });
    const audio = await handle.readable;
    // Not beside it: the sound itself is waited for.
    const fadeIn = isFirst
      ? await withinMs(
          sound.fadeIn(plan, item, slate, urgency).catch(() => null),
          FADE_IN_WAIT_MS,
        )
      : null;
    return { audio: handle.current() ?? audio, phase, fadeIn };
  }

  /** What breaks off while it is on air is left out the next time. */
  #judge(item: PlanItem, { done }: UnitHandle): void {
    const { quarantine, isClosed } = this.#needs;
    done.then(
      () => quarantine.succeeded(item),
      (error: unknown) => (isClosed() ? undefined : quarantine.failed(item, error)),
    );
  }

  /** A unit that was broken, once more: found under the same name by what needs it. */
  async remakeSound({ plan, item, phase = null }: WishOf<"sound">, urgency: Urgency): Promise<void> {
    const { preparer, slate, quarantine } = this.#needs;
    try {
      const request = await preparer.sound.request(plan, { item, phase });
      await (
        await preparer.renderer.audio(profileOf(plan), slate.headers, request, urgency)
      ).done;
    } catch (error) {
      await quarantine.failed(item, error);
    }
  }

  async remakePicture({ plan, item, level }: WishOf<"picture">, urgency: Urgency): Promise<void> {
    const { preparer, slate, log } = this.#needs;
    try {
      const { handle } = await preparer.pictures.picture({ plan, item }, level, slate.headers, urgency);
      await handle.done;
    } catch (error) {
      log.warn({ err: error, streamId: plan.streamId, trackId: item.trackId, level }, "a broken picture was not made again");
    }
  }

  async view({ id, plan, item, earlierKeys }: WishOf<"view">): Promise<void> {
    const { preparer, cache, slate, tell } = this.#needs;
    const view = await preparer.pictures.view({ plan, item });
    const expected = { kind: "video", header: slate.headers.video } as const;
    const found = await Promise.all(earlierKeys.map((key) => cache.get(key, expected)));
    tell({ is: "view", wish: id, view, earlier: found.find((unit) => unit !== null) ?? null });
  }

  /** Told that it is being rendered, that it may be aired without being caught up with, and that it could not be made. */
  async picture(wish: WishOf<"picture">, urgency: Urgency): Promise<void> {
    const { preparer, slate, log, tell, hold } = this.#needs;
    const { id, plan, item, level } = wish;
    try {
      const { handle, totalMs } = await preparer.pictures.picture({ plan, item }, level, slate.headers, urgency);
      const growth = new GrowthWatch(handle, totalMs);
      hold(wish, handle, growth);
      const cached = handle.current();
      if (cached?.isComplete) return tell({ is: "picture", wish: id, stand: { is: "ready", video: cached } });
      tell({ is: "picture", wish: id, stand: { is: "rendering" } });
      await keepsAhead(handle, totalMs, growth);
      tell({ is: "picture", wish: id, stand: { is: "ready", video: handle.current() ?? (await handle.readable) } });
      await handle.done;
    } catch (error) {
      if (this.#needs.isOver(id)) return;
      log.warn({ err: error, streamId: plan.streamId, trackId: item.trackId, level }, "composite not rendered");
      tell({ is: "picture", wish: id, stand: { is: "failed", reason: causeOf(error), isMachines: faultOf(error) === null } });
    }
  }
}
