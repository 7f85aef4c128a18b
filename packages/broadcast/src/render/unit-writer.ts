import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { EncoderProfile } from "@nightjar/contract";
import { FlvStreamParser, type ParsedTag } from "../flv/stream-parser.ts";
import { TAG_AUDIO, TAG_HEADER_BYTES, TAG_VIDEO, fileHeader, patchComposition, writeTag } from "../flv/tag.ts";
import { REORDER_FRAMES } from "../timeline/clock.ts";
import { displayLag } from "../timeline/picture.ts";
import { isReordered } from "./hardware-args.ts";
import { inStandingFolder } from "./standing-folder.ts";

/** The render made something that must not go on air. */
export class UnitError extends Error {
  override readonly name = "UnitError";
}

export interface UnitFacts {
  readonly firstTagOffset: number;
  readonly readableBytes: number;
  /** Coded pictures, or AAC packets, that may be read. */
  readonly count: number;
}

/** The file was deleted while it was written: nobody else could read what is in it. */
export class UnitGoneError extends Error {
  override readonly name = "UnitGoneError";
}

/** Packets that go to the disk in one write; also how finely a growing unit of sound can be followed. */
const AUDIO_RUN_PACKETS = 24;
/** ffmpeg's AAC encoder begins with one packet of delay, which holds nothing of the source. */
const AAC_PRIMING_PACKETS = 1;

/**
 * Takes what ffmpeg writes as FLV, holds it against the profile, and appends it to a file of its own. What is told as
 * readable ends at a whole GOP (closed, so that it may be cut there), or at a packet.
 */
export class UnitWriter {
  readonly #kind: "video" | "audio";
  readonly #profile: EncoderProfile;
  readonly #expectedHeader: Buffer | null;
  readonly #parser = new FlvStreamParser();
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  readonly #onGrowth: (facts: UnitFacts) => void;
  readonly #skipPackets: number;
  readonly #maxPackets: number;
  /** Hardware encoders are asked for no B-frames: what is decoded is shown at once, and the timeline counts with a frame between. */
  readonly #delayMs: number;
  #header: Buffer | null = null;
  #run: Buffer[] = [];
  #seen = 0;
  #facts: UnitFacts = { firstTagOffset: 0, readableBytes: 0, count: 0 };
  #writtenBytes = 0;
  #runMaxDisplay = -1;
  #runStart = 0;

  private constructor(options: UnitWriterOptions, file: FileHandle) {
    this.#kind = options.kind;
    this.#profile = options.profile;
    this.#expectedHeader = options.expectedHeader;
    this.#onGrowth = options.onGrowth;
    this.#skipPackets = AAC_PRIMING_PACKETS + (options.packets?.skip ?? 0);
    this.#maxPackets = options.packets?.take ?? Number.POSITIVE_INFINITY;
    this.#delayMs = isReordered(options.profile) ? 0 : Math.round((REORDER_FRAMES * 1000) / options.profile.framesPerSecond);
    this.#file = file;
  }

  /** @param path must not exist */
  static async create(path: string, options: UnitWriterOptions): Promise<UnitWriter> {
    return new UnitWriter(options, await inStandingFolder(path, () => open(path, "wx", 0o600)));
  }

  /** The sequence header's data: AVCDecoderConfigurationRecord or AudioSpecificConfig, with the tag's prefix. */
  get header(): Buffer | null {
    return this.#header;
  }

  /** @throws UnitError, FlvError */
  async push(chunk: Uint8Array): Promise<void> {
    for (const tag of this.#parser.push(chunk)) {
      if (tag.kind === `${this.#kind}-header`) await this.#takeHeader(tag);
      else if (tag.kind === this.#kind) await this.#takeMedia(tag);
    }
  }

  /** Writes the rest, and the file to the disk. */
  async finish(): Promise<UnitFacts & { readonly sha256: string }> {
    if (this.#parser.pendingBytes > 0) throw new UnitError("the render ended inside a tag");
    await this.#flush();
    if (this.#facts.count === 0) throw new UnitError("the render made nothing");
    await this.#file.datasync();
    return { ...this.#facts, sha256: this.#hash.digest("hex") };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #takeHeader(tag: ParsedTag): Promise<void> {
    const data = Buffer.from(tag.bytes.subarray(TAG_HEADER_BYTES, -4));
    if (this.#header) {
      if (!this.#header.equals(data)) throw new UnitError("the sequence header changed within the render");
      return;
    }
    if (this.#expectedHeader && !this.#expectedHeader.equals(data)) throw new UnitError("the sequence header is not the profile's");
    this.#header = data;
    await this.#append(Buffer.concat([fileHeader(), writeTag(this.#kind === "video" ? TAG_VIDEO : TAG_AUDIO, 0, data)]));
    this.#facts = { firstTagOffset: this.#writtenBytes, readableBytes: this.#writtenBytes, count: 0 };
  }

  async #takeMedia(tag: ParsedTag): Promise<void> {
    if (!this.#header) throw new UnitError("coded data before its sequence header");
    if (this.#kind === "video") await this.#takePicture(tag);
    else await this.#takePacket(tag);
  }

  async #takePicture(tag: ParsedTag): Promise<void> {
    const { framesPerSecond, gopFrames } = this.#profile;
    if (Math.abs(tag.timestampMs - (this.#seen * 1000) / framesPerSecond) > 1) throw new UnitError(`picture ${this.#seen} is off the beat`);
    if (tag.isKey !== (this.#seen % gopFrames === 0)) throw new UnitError(`picture ${this.#seen} breaks the GOP`);
    if (tag.isKey) await this.#flush();
    const compositionMs = tag.compositionMs + this.#delayMs;
    const lag = displayLag({ ...tag, compositionMs }, framesPerSecond);
    if (lag < -REORDER_FRAMES) throw new UnitError(`picture ${this.#seen} is shown before it is decoded`);
    this.#runMaxDisplay = Math.max(this.#runMaxDisplay, this.#seen + lag);
    const bytes = Buffer.from(tag.bytes);
    if (this.#delayMs > 0) patchComposition(bytes, 0, compositionMs);
    this.#run.push(bytes);
    this.#seen += 1;
  }

  async #takePacket(tag: ParsedTag): Promise<void> {
    this.#seen += 1;
    if (this.#seen <= this.#skipPackets || this.#seen > this.#skipPackets + this.#maxPackets) return;
    this.#run.push(Buffer.from(tag.bytes));
    if (this.#run.length >= AUDIO_RUN_PACKETS) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#run.length === 0) return;
    if (this.#kind === "video" && this.#runMaxDisplay !== this.#seen - 1)
      throw new UnitError(`the GOP from picture ${this.#runStart} is not closed`);
    const count = this.#facts.count + this.#run.length;
    await this.#append(Buffer.concat(this.#run));
    if ((await this.#file.stat()).nlink === 0) throw new UnitGoneError("the unit's file was deleted");
    this.#run = [];
    this.#runStart = this.#seen;
    this.#facts = { firstTagOffset: this.#facts.firstTagOffset, readableBytes: this.#writtenBytes, count };
    this.#onGrowth(this.#facts);
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    await this.#file.writeFile(bytes);
    this.#writtenBytes += bytes.length;
  }
}

export interface UnitWriterOptions {
  readonly kind: "video" | "audio";
  readonly profile: EncoderProfile;
  /** null: this unit sets the profile's header. */
  readonly expectedHeader: Buffer | null;
  readonly onGrowth: (facts: UnitFacts) => void;
  /** Of the packets that hold sound, those to leave out at the beginning, and how many to keep after them. */
  readonly packets?: { readonly skip: number; readonly take: number };
}
