import { createHash } from "node:crypto";
import type { Logger } from "@nightjar/contract";
import { Memo, Recent, whileAsked } from "@nightjar/kit";
import pLimit from "p-limit";
import type { Mark } from "../timeline/marks.ts";
import { decodeLevels, decodePictures } from "./decode.ts";
import { type ShownMarks, type UnitWindow, pictureWindow, soundWindow } from "./unit-window.ts";

export interface ContactSheetsOptions {
  readonly ffmpegPath: string;
  readonly log: Logger;
}

/** What stands for a key picture: itself, or the one looked at before it. */
export interface SheetPicture {
  readonly name: string;
  /** How much earlier than the mark it airs. */
  readonly lagMs: number;
}

export interface SheetLevel {
  readonly levelDb: number;
  /** Of the mark that follows in the unit; null: there was none. */
  readonly nextOffset: number | null;
  /** So far the unit could be read then: what grows has more later. */
  readonly readableBytes: number;
}

/** The key pictures of 20 streams for hours, where their backgrounds go round. */
const PICTURES_MAX_BYTES = 48 * 1024 * 1024;
const MARKS_MAX = 100_000;
/** What could not be looked at is tried again after this. */
const AGAIN_MS = 10_000;
/** What sounds next is listened to once fewer are known: nobody looks less often than every six seconds. */
const LEVELS_AHEAD = 6;
/** After nobody has asked for so long, all is forgotten. */
const FORGET_MS = 10 * 60_000;
const AT_ONCE = 1;

const idOf = ({ unit, offset }: Mark) => `${unit.key}:${offset}`;
type Kind = "picture" | "sound";

/**
 * What is to be seen and heard in units at their marks: decoded when somebody asks, a minute of the unit at once, and kept. Units go round
 * and are shared, so that most of it is looked up.
 */
export class ContactSheets {
  readonly #options: ContactSheetsOptions;
  readonly #jpegs = new Recent<string, Buffer>({ most: PICTURES_MAX_BYTES, weigh: ({ length }) => length });
  readonly #pictures = new Recent<string, SheetPicture>({ most: MARKS_MAX });
  readonly #levels = new Recent<string, SheetLevel>({ most: MARKS_MAX });
  readonly #askedAtMs = new Recent<string, number>({ most: MARKS_MAX });
  readonly #underWay = new Memo<string, void>(whileAsked);
  readonly #turn = pLimit(AT_ONCE);
  readonly #closing = new AbortController();
  #forgetting: NodeJS.Timeout | null = null;

  constructor(options: ContactSheetsOptions) {
    this.#options = options;
  }

  /** null: not looked at so far, or not kept any more. */
  picture(mark: Mark): SheetPicture | null {
    const known = this.#pictures.get(idOf(mark));
    return known && this.#jpegs.get(known.name) ? known : null;
  }

  level(mark: Mark): SheetLevel | null {
    return this.#levels.get(idOf(mark)) ?? null;
  }

  jpeg(name: string): Uint8Array | null {
    return this.#jpegs.get(name) ?? null;
  }

  /** Has what is at these marks, and behind them, looked at. Answers when nothing of it is under way any more. */
  async wanted(pictures: readonly Mark[], sounds: readonly Mark[]): Promise<void> {
    this.#keepAwhile();
    const unseen = pictures.filter((mark) => !this.picture(mark)).map((mark) => this.#order("picture", mark));
    const unheard = sounds.filter((mark) => !this.level(mark)).map((mark) => this.#order("sound", mark));
    await Promise.all([...unseen, ...unheard]);
  }

  /** Has what sounds behind these marks listened to in time, which nobody waits for. */
  listenAhead(sounds: readonly Mark[]): void {
    for (const mark of sounds) {
      const from = this.#unheardFrom(mark);
      if (from) void this.#order("sound", from);
    }
  }

  /** null: enough is known behind it, or the unit ends before. */
  #unheardFrom({ unit, offset }: Mark): Mark | null {
    for (let ahead = 0; ahead < LEVELS_AHEAD; ahead += 1) {
      const level = this.level({ unit, offset });
      if (!level) return { unit, offset };
      if (level.nextOffset === null) return level.readableBytes < unit.readableBytes ? { unit, offset } : null;
      offset = level.nextOffset;
    }
    return null;
  }

  close(): void {
    if (this.#forgetting) clearTimeout(this.#forgetting);
    this.#closing.abort();
  }

  /** One window of a unit at a time, whichever stream it is wanted for. */
  #order(kind: Kind, mark: Mark): Promise<void> {
    return this.#underWay.of(`${kind}:${mark.unit.key}`, async () => {
      const asked = `${kind}:${idOf(mark)}`;
      const nowMs = performance.now();
      const isFresh = nowMs - (this.#askedAtMs.get(asked) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS;
      if (isFresh || this.#closing.signal.aborted) return;
      this.#askedAtMs.set(asked, nowMs);
      try {
        await this.#turn(() => (kind === "picture" ? this.#lookAt(mark) : this.#listenTo(mark)));
      } catch (error) {
        this.#options.log.debug({ err: error, key: mark.unit.key }, "what is sent could not be looked at");
      }
    });
  }

  async #lookAt(mark: Mark): Promise<void> {
    const window = await pictureWindow(mark, (offset) => this.picture({ ...mark, offset }) !== null);
    const jpegs = await decodePictures(window.flv, this.#decoding);
    this.#each(window, jpegs, ({ offsets, lagsMs }, jpeg) => {
      const name = createHash("sha256").update(jpeg).digest("hex").slice(0, 32);
      this.#jpegs.set(name, jpeg);
      offsets.forEach((offset, at) => this.#pictures.set(idOf({ ...mark, offset }), { name, lagMs: lagsMs[at] ?? 0 }));
    });
  }

  async #listenTo(mark: Mark): Promise<void> {
    const window = await soundWindow(mark, (offset) => this.level({ ...mark, offset }) !== null);
    const levels = await decodeLevels(window.flv, this.#decoding);
    const { readableBytes } = mark.unit;
    this.#each(window, levels, ({ offsets: [offset = 0] }, levelDb, next) => {
      this.#levels.set(idOf({ ...mark, offset }), { levelDb, nextOffset: next?.offsets[0] ?? window.nextOffset, readableBytes });
    });
  }

  #each<T>({ shown }: UnitWindow, decoded: readonly T[], take: (marks: ShownMarks, one: T, next: ShownMarks | undefined) => void): void {
    shown.forEach((marks, at) => {
      const one = decoded[at];
      if (one !== undefined) take(marks, one, shown[at + 1]);
    });
  }

  get #decoding() {
    return { ffmpegPath: this.#options.ffmpegPath, signal: this.#closing.signal };
  }

  #keepAwhile(): void {
    if (this.#forgetting) return void this.#forgetting.refresh();
    const forget = () => [this.#jpegs, this.#pictures, this.#levels, this.#askedAtMs].forEach((kept) => kept.clear());
    this.#forgetting = setTimeout(forget, FORGET_MS).unref();
  }
}
