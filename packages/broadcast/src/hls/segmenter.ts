import type { ParsedTag } from "../flv/stream-parser.ts";
import { AAC_PREFIX_BYTES, AVC_PREFIX_BYTES, BACK_POINTER_BYTES, TAG_HEADER_BYTES } from "../flv/tag.ts";
import { HlsError, type PictureHeader, type SoundHeader, readPictureHeader, readSoundHeader, toAdts, toAnnexB } from "./elementary.ts";
import { AUDIO_PID, TransportStream, VIDEO_PID } from "./transport-stream.ts";

/** A segment ends at the first key picture after that. */
const SEGMENT_MIN_MS = 1800;
/** What the playlist promises that none is longer than. */
const TARGET_SECONDS = 4;
const SEGMENT_MAX_MS = TARGET_SECONDS * 1000 + 499;
/** Three times what is promised, as players want it. */
const LISTED = 6;
/** Players begin three before the end; Chromium gives up where there are fewer. */
const FIRST_LISTED = 3;
/** Who has read the playlist just before still gets what it listed. */
const KEPT = LISTED + 2;
/** Four seconds of the largest picture and more. */
const SEGMENT_MAX_BYTES = 16 * 1024 * 1024;

interface HlsSegment {
  readonly number: number;
  readonly durationMs: number;
  readonly bytes: Buffer;
}

interface Begun {
  readonly fromMs: number;
  readonly pieces: Buffer[];
  bytes: number;
}

/** Cuts one run of FLV tags into segments that a player without Media Source Extensions plays (RFC 8216); keeps the newest. */
export class HlsSegmenter {
  readonly #stream = new TransportStream();
  readonly #firstNumber: number;
  #kept: HlsSegment[] = [];
  #begun: Begun | null = null;
  #next: number;
  #picture: PictureHeader | null = null;
  #sound: SoundHeader | null = null;

  /** @param firstNumber higher than any of a run before, so that a player knows what is new */
  constructor(firstNumber: number) {
    this.#firstNumber = firstNumber;
    this.#next = firstNumber;
  }

  /** @throws HlsError at what cannot be cut: who watches begins anew */
  take(tag: ParsedTag): void {
    const data = tag.bytes.subarray(TAG_HEADER_BYTES, tag.bytes.length - BACK_POINTER_BYTES);
    if (tag.kind === "video-header") this.#picture = readPictureHeader(data.subarray(AVC_PREFIX_BYTES));
    else if (tag.kind === "audio-header") this.#sound = readSoundHeader(data.subarray(AAC_PREFIX_BYTES));
    else if (tag.kind === "video") this.#takePicture(tag, data.subarray(AVC_PREFIX_BYTES));
    else if (tag.kind === "audio") this.#takeSound(tag, data.subarray(AAC_PREFIX_BYTES));
  }

  get isEmpty(): boolean {
    return this.#kept.length === 0;
  }

  /** Whether a player can begin with what there is. */
  get isPlayable(): boolean {
    return this.#kept.length >= FIRST_LISTED;
  }

  /** With addresses beside its own. */
  playlist(): string {
    const listed = this.#kept.slice(-LISTED);
    const [oldest] = listed;
    const number = oldest?.number ?? this.#next;
    const isFromBegin = number === this.#firstNumber;
    return [
      ...["#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-INDEPENDENT-SEGMENTS", `#EXT-X-TARGETDURATION:${TARGET_SECONDS}`],
      `#EXT-X-MEDIA-SEQUENCE:${number}`,
      `#EXT-X-DISCONTINUITY-SEQUENCE:${this.#firstNumber + (isFromBegin ? 0 : 1)}`,
      // Times begin anew with each run.
      ...(isFromBegin ? ["#EXT-X-DISCONTINUITY"] : []),
      ...listed.flatMap((one) => [`#EXTINF:${(one.durationMs / 1000).toFixed(3)},`, `segments/${one.number}.ts`]),
      "",
    ].join("\n");
  }

  /** null: it is not kept any more. */
  segment(number: number): Buffer | null {
    return this.#kept.find((kept) => kept.number === number)?.bytes ?? null;
  }

  #takePicture({ timestampMs, compositionMs, isKey }: ParsedTag, data: Buffer): void {
    if (!this.#picture) return;
    const begun = this.#segmentFor(timestampMs, isKey);
    if (!begun) return;
    const picture = toAnnexB(this.#picture, data, isKey);
    const times = { decodedMs: timestampMs, shownMs: timestampMs + compositionMs };
    put(begun, this.#stream.write({ pid: VIDEO_PID, ...times, isKey, data: picture }));
  }

  #takeSound({ timestampMs }: ParsedTag, data: Buffer): void {
    if (!this.#sound || !this.#begun) return;
    const times = { decodedMs: timestampMs, shownMs: timestampMs };
    put(this.#begun, this.#stream.write({ pid: AUDIO_PID, ...times, isKey: true, data: toAdts(this.#sound, data) }));
  }

  /** Which the picture belongs into; null: none has begun yet. */
  #segmentFor(atMs: number, isKey: boolean): Begun | null {
    const begun = this.#begun;
    const durationMs = begun ? atMs - begun.fromMs : 0;
    if (durationMs < 0 || durationMs > SEGMENT_MAX_MS) throw new HlsError(`${durationMs} ms between key pictures`);
    if (!isKey || (begun && durationMs < SEGMENT_MIN_MS)) return begun;
    if (begun) this.#finish(begun, durationMs);
    const tables = this.#stream.tables();
    this.#begun = { fromMs: atMs, pieces: [tables], bytes: tables.length };
    return this.#begun;
  }

  #finish({ pieces }: Begun, durationMs: number): void {
    this.#kept = [...this.#kept, { number: this.#next, durationMs, bytes: Buffer.concat(pieces) }].slice(-KEPT);
    this.#next += 1;
  }
}

function put(begun: Begun, bytes: Buffer): void {
  begun.pieces.push(bytes);
  begun.bytes += bytes.length;
  if (begun.bytes > SEGMENT_MAX_BYTES) throw new HlsError(`a segment of more than ${SEGMENT_MAX_BYTES} bytes`);
}
