import { DEFAULT_PROFILE_ID, DEFAULT_QUALITY, DEFAULT_RENDER_ENCODER, type Logger } from "@nightjar/contract";
import type { EncoderCatalogue } from "../render/encoders.ts";
import type { Renderer } from "../render/renderer.ts";
import { type Slate, makeSlate } from "./preparer.ts";
import { type HeaderChoice, type SlateFound, headerName, headerProfile } from "./splice.ts";

export interface SlatesNeeds {
  readonly renderer: Renderer;
  readonly encoders: EncoderCatalogue;
  readonly log: Logger;
}

/** The slates, one for all streams of the same headers. */
export class Slates {
  readonly #needs: SlatesNeeds;
  readonly #made = new Map<string, Promise<Slate>>();
  readonly #keys: string[] = [];

  constructor(needs: SlatesNeeds) {
    this.#needs = needs;
  }

  /** Their units: these must stay. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  /** In software where the wanted encoder cannot be had. */
  async find(choice: HeaderChoice): Promise<SlateFound> {
    const { encoders, log } = this.#needs;
    const { renderEncoder } = choice;
    if (renderEncoder !== "software") {
      try {
        const { isAvailable, reason } = await encoders.find(renderEncoder);
        if (!isAvailable) throw new Error(reason ?? "not available");
        return { slate: await this.#of(choice), encoder: renderEncoder };
      } catch (error) {
        log.warn({ err: error, renderEncoder }, "rendered by software instead");
      }
    }
    return { slate: await this.#of({ ...choice, renderEncoder: "software" }), encoder: "software" };
  }

  /** Has them made before they are needed: these, and that of a stream to come. */
  prepare(choices: readonly HeaderChoice[]): void {
    const usual = { profileId: DEFAULT_PROFILE_ID, quality: DEFAULT_QUALITY, renderEncoder: DEFAULT_RENDER_ENCODER };
    for (const choice of [...choices, usual]) {
      this.find(choice).catch((error: unknown) => this.#needs.log.error({ err: error }, "slate not rendered"));
    }
  }

  #of(choice: HeaderChoice): Promise<Slate> {
    const name = headerName(choice);
    const known = this.#made.get(name);
    if (known) return known;
    const making = makeSlate(this.#needs.renderer, headerProfile(choice), { lane: "air", dueAtMs: 0, label: "Slate" });
    this.#made.set(name, making);
    making.then(({ video, silence }) => this.#keys.push(video.key, silence.key)).catch(() => undefined);
    making.catch(() => this.#made.delete(name));
    return making;
  }
}
