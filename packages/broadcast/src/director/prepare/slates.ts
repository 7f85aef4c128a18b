import { stat } from "node:fs/promises";
import { DEFAULT_PROFILE_ID, DEFAULT_QUALITY, DEFAULT_RENDER_ENCODER, type Logger, type RenderEncoder } from "@nightjar/contract";
import type { UnitCache } from "../../render/cache.ts";
import type { EncoderCatalogue } from "../../render/encoders.ts";
import type { Renderer } from "../../render/renderer.ts";
import type { Urgency } from "../../render/requests.ts";
import { isGivenUp } from "./failures.ts";
import { type Slate, makeSlate } from "./slate.ts";
import { type HeaderChoice, type SlateFound, headerName, headerProfile } from "./header-choice.ts";

export interface SlatesNeeds {
  readonly renderer: Renderer;
  readonly encoders: Pick<EncoderCatalogue, "find">;
  readonly spares: Pick<UnitCache, "keepSpare" | "keepOnlySpares">;
  readonly log: Logger;
}

const USUAL: HeaderChoice = { profileId: DEFAULT_PROFILE_ID, quality: DEFAULT_QUALITY, renderEncoder: DEFAULT_RENDER_ENCODER };
const NOW: Urgency = { lane: "air", dueAtMs: 0, label: "Slate" };
/** A profile that was chosen: not before what is on air, but before everything that can wait. */
const SOON: Urgency = { lane: "asked", label: "Slate" };

/** The slates, one for all streams of the same headers. */
export class Slates {
  readonly #needs: SlatesNeeds;
  readonly #made = new Map<string, Slate>();
  /** What was found for a choice, by the name of that. */
  readonly #found = new Map<string, SlateFound>();

  constructor(needs: SlatesNeeds) {
    this.#needs = needs;
  }

  /** Their units: these must stay. */
  get keys(): readonly string[] {
    // All share one silence.
    return [...new Set([...this.#made.values()].flatMap(({ video, silence }) => [video.key, silence.key]))];
  }

  /** In software where the wanted encoder cannot be had. */
  find(choice: HeaderChoice): Promise<SlateFound> {
    return this.#find(choice, NOW);
  }

  /** Has them made before they are needed: of what was chosen, and of a stream to come. */
  prepare(choices: readonly HeaderChoice[]): void {
    const { log } = this.#needs;
    const distinct = new Map([...choices, USUAL].map((choice) => [headerName(choice), choice]));
    const lacking = [...distinct].filter(([name]) => !this.#found.has(name));
    if (lacking.length === 0) return;
    const finding = lacking.map(([, choice]) =>
      this.#find(choice, SOON).catch((error: unknown) => {
        if (!isGivenUp(error)) log.error({ err: error }, "slate not rendered");
      }),
    );
    void Promise.all(finding).then(() => this.#keepSpares());
  }

  /** Where somebody has deleted the cache a Start or a reboot does not wait for them. Those that nobody uses any more go. */
  async #keepSpares(): Promise<void> {
    const { spares, log } = this.#needs;
    try {
      for (const key of this.keys) await spares.keepSpare(key);
      await spares.keepOnlySpares(this.keys);
    } catch (error) {
      log.warn({ err: error }, "slates have no spares");
    }
  }

  /** What was found to be rendered by it is looked for again. */
  encoderLost(encoder: RenderEncoder): void {
    for (const [name, found] of this.#found) if (found.encoder === encoder) this.#found.delete(name);
  }

  async #find(choice: HeaderChoice, urgency: Urgency): Promise<SlateFound> {
    const { encoders, log } = this.#needs;
    const { renderEncoder } = choice;
    if (renderEncoder !== "software") {
      try {
        const { isAvailable, reason } = await encoders.find(renderEncoder);
        if (!isAvailable) throw new Error(reason ?? "not available");
        return this.#keep(choice, { slate: await this.#of(choice, urgency), encoder: renderEncoder });
      } catch (error) {
        log.warn({ err: error, renderEncoder }, "rendered by software instead");
      }
    }
    return this.#keep(choice, { slate: await this.#of({ ...choice, renderEncoder: "software" }, urgency), encoder: "software" });
  }

  #keep(choice: HeaderChoice, found: SlateFound): SlateFound {
    this.#found.set(headerName(choice), found);
    return found;
  }

  /** Asked for once more while it is made, it is waited for with the greater urgency. */
  async #of(choice: HeaderChoice, urgency: Urgency): Promise<Slate> {
    const name = headerName(choice);
    const known = this.#made.get(name);
    // Somebody may have deleted the cache.
    if (known && (await isThere(known))) return known;
    const made = await makeSlate(this.#needs.renderer, headerProfile(choice), urgency);
    const before = this.#made.get(name);
    const slate = before && before !== known ? before : made;
    this.#made.set(name, slate);
    return slate;
  }
}

async function isThere({ video, silence }: Slate): Promise<boolean> {
  const found = await Promise.all([video, silence].map(({ path }) => stat(path).catch(() => null)));
  return found.every((facts) => facts !== null);
}
