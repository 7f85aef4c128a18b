import { Memo, whileAsked } from "@nightjar/kit";
import type { FontFile, SceneFile } from "../fonts.ts";
import type { Font, HarfBuzz } from "./harfbuzz.ts";
import { toSfnt } from "./woff2.ts";

/** Brings a file by its name. */
export type ReadSceneFile = (name: SceneFile) => Uint8Array | Promise<Uint8Array>;

/** The fonts that were needed so far. */
export class FontSet {
  readonly #harfBuzz: HarfBuzz;
  readonly #readFile: ReadSceneFile;
  readonly #fonts = new Map<FontFile, Font>();
  readonly #loading = new Memo<FontFile, void>(whileAsked);

  constructor(harfBuzz: HarfBuzz, readFile: ReadSceneFile) {
    this.#harfBuzz = harfBuzz;
    this.#readFile = readFile;
  }

  /** null: not loaded yet. */
  get(file: FontFile): Font | null {
    return this.#fonts.get(file) ?? null;
  }

  /** Loads a font once, however many ask for it; one that could not be had may be asked for again. */
  async load(file: FontFile): Promise<void> {
    if (this.#fonts.has(file)) return;
    await this.#loading.of(file, () => this.#read(file));
  }

  async #read(file: FontFile): Promise<void> {
    this.#fonts.set(file, this.#harfBuzz.createFont(await toSfnt(await this.#readFile(file))));
  }
}
