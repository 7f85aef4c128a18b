import { FlvStreamParser, type ParsedTag } from "../flv/stream-parser.ts";
import { AAC_PREFIX_BYTES, BACK_POINTER_BYTES, FLV_FILE_HEADER_BYTES, FlvError, TAG_HEADER_BYTES } from "../flv/tag.ts";
import type { BeatFacts } from "./beat.ts";
import { type PictureFacts, Pictures } from "./pictures.ts";
import { type Problem, ProblemList, type CheckedRule, type CheckedTrack } from "./problem.ts";
import { SoundRules } from "./sound.ts";

export interface RecordingReport {
  readonly bytes: number;
  readonly problems: readonly Problem[];
  /** All of them, also those beyond the ones told. */
  readonly problemCount: number;
  readonly problemCounts: Readonly<Partial<Record<CheckedRule, number>>>;
  readonly video: PictureFacts;
  readonly audio: BeatFacts;
  /** Bytes of an unfinished tag at the end: the recording was cut, which is no fault of the stream. */
  readonly cutBytes: number;
}

/** How far picture and sound may be apart in the order of the file before a player has to wait. */
const APART_MAX_MS = 1000;
/** By how much one may begin before the other: a frame and a packet, and some patience. */
const BEGIN_APART_MAX_MS = 100;

type Header = "video-header" | "audio-header";

/** Takes the bytes of a recording in pieces of any size and holds them against the rules; its memory stays small. */
export class RecordingChecker {
  readonly #list = new ProblemList();
  readonly #parser = new FlvStreamParser();
  readonly #pictures = new Pictures((problem) => this.#list.add(problem));
  readonly #sound = new SoundRules((problem) => this.#list.add(problem));
  readonly #headers = new Map<Header, Buffer>();
  readonly #lastMs = new Map<CheckedTrack, number>();
  readonly #told = new Set<string>();
  #newestMs = 0;
  #bytes = 0;
  #offset = FLV_FILE_HEADER_BYTES + BACK_POINTER_BYTES;
  #isBroken = false;

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isBroken) return;
    try {
      for (const tag of this.#parser.push(chunk)) {
        this.#take(tag);
        this.#offset += tag.tagBytes;
      }
    } catch (error) {
      if (!(error instanceof FlvError)) throw error;
      this.#isBroken = true;
      const isAtStart = error.message === "no FLV header";
      if (isAtStart) this.#say("not-flv", null, 0, 0, "The file does not begin as an FLV recording does.");
      else this.#say("broken-tag", null, this.#newestMs, this.#offset, `What follows cannot be read: ${error.message}.`);
    }
  }

  /** Once, after the last piece. */
  finish(): RecordingReport {
    this.#pictures.end();
    const { facts: video } = this.#pictures;
    const { facts: audio } = this.#sound;
    if (video.count === 0) this.#say("no-picture", "video", 0, this.#bytes, "There is no picture.");
    if (audio.count === 0) this.#say("no-sound", "audio", 0, this.#bytes, "There is no sound.");
    const apartMs = audio.firstMs - video.firstMs;
    if (video.count > 0 && audio.count > 0 && Math.abs(apartMs) > BEGIN_APART_MAX_MS) {
      const text = `Sound begins ${Math.abs(apartMs)} ms ${apartMs < 0 ? "before" : "after"} the picture.`;
      this.#say("skew", null, Math.min(audio.firstMs, video.firstMs), 0, text);
    }
    const { told, count, counts } = this.#list;
    const problems = told.toSorted((a, b) => a.byteOffset - b.byteOffset);
    const cutBytes = this.#isBroken ? 0 : this.#parser.pendingBytes;
    return { bytes: this.#bytes, problems, problemCount: count, problemCounts: counts, video, audio, cutBytes };
  }

  #take(tag: ParsedTag): void {
    if (tag.kind === "video-header" || tag.kind === "audio-header") this.#takeHeader(tag.kind, tag);
    else if (tag.kind === "video" || tag.kind === "audio") this.#takeMedia(tag.kind, tag);
  }

  /** An ingest may write the same configuration again; another one needs a new recording. */
  #takeHeader(kind: Header, tag: ParsedTag): void {
    const data = tag.bytes.subarray(TAG_HEADER_BYTES, -BACK_POINTER_BYTES);
    const known = this.#headers.get(kind);
    if (!known) this.#headers.set(kind, Buffer.from(data));
    else if (!known.equals(data)) {
      const what = kind === "video-header" ? "The picture's configuration (SPS and PPS)" : "The sound's configuration";
      this.#say("header-changed", kind === "video-header" ? "video" : "audio", this.#newestMs, this.#offset, `${what} changes.`);
    }
  }

  #takeMedia(track: CheckedTrack, tag: ParsedTag): void {
    const atMs = this.#unwrap(track, tag.timestampMs);
    const hasHeader = this.#headers.has(`${track}-header`);
    const what = track === "video" ? "A picture" : "Sound";
    if (!hasHeader) this.#sayOnce("header-missing", track, atMs, `${what} comes before its configuration.`);
    if (track === "video") this.#pictures.take({ atMs, byteOffset: this.#offset, isKey: tag.isKey, compositionMs: tag.compositionMs });
    else this.#sound.take(atMs, this.#offset, tag.bytes.subarray(TAG_HEADER_BYTES + AAC_PREFIX_BYTES, -BACK_POINTER_BYTES));
    this.#lastMs.set(track, atMs);
    this.#newestMs = atMs;
    this.#judgeTogether(track, atMs);
  }

  #judgeTogether(track: CheckedTrack, atMs: number): void {
    const otherMs = this.#lastMs.get(track === "video" ? "audio" : "video");
    if (otherMs === undefined) return;
    const apartMs = Math.abs(atMs - otherMs);
    this.#sayWhile(apartMs > APART_MAX_MS, "interleaving", atMs, `Picture and sound stand ${apartMs} ms apart in the file.`);
    const skewMs = Math.abs(this.#pictures.driftMs - this.#sound.driftMs);
    const frameMs = 1000 / this.#pictures.facts.framesPerSecond;
    this.#sayWhile(skewMs > frameMs, "skew", atMs, `Picture and sound drift apart by ${Math.round(skewMs)} ms.`);
  }

  /** Timestamps begin anew after 2^32 ms; a step over half of that is such a beginning. */
  #unwrap(track: CheckedTrack, timestampMs: number): number {
    const lastMs = this.#lastMs.get(track) ?? this.#newestMs;
    const rounds = Math.round((lastMs - timestampMs) / 2 ** 32);
    return timestampMs + rounds * 2 ** 32;
  }

  /** Told at the beginning of a trouble, and again when it has been over. */
  #sayWhile(isTrue: boolean, rule: CheckedRule, atMs: number, text: string): void {
    if (!isTrue) this.#told.delete(rule);
    else this.#sayOnce(rule, null, atMs, text);
  }

  #sayOnce(rule: CheckedRule, track: CheckedTrack | null, atMs: number, text: string): void {
    const name = track ? `${rule} ${track}` : rule;
    if (this.#told.has(name)) return;
    this.#told.add(name);
    this.#say(rule, track, atMs, this.#offset, text);
  }

  #say(rule: CheckedRule, track: CheckedTrack | null, atMs: number, byteOffset: number, text: string): void {
    this.#list.add({ rule, track, atMs, byteOffset, text });
  }
}
