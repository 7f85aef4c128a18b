import { createListeners } from "@nightjar/kit";
import { TAG_AUDIO, TAG_SCRIPT, TAG_VIDEO, fileHeader, writeTag } from "../flv/tag.ts";
import { MESSAGE, writeMessage } from "./chunks.ts";

/** One picture, packet of sound or header, in the shapes in which it is sent on; each made when the first needs it, and once for all. */
export class PassedTag {
  readonly type: number;
  readonly timestampMs: number;
  readonly payload: Buffer;
  #rtmp: Buffer | null = null;
  #flv: Buffer | null = null;

  constructor(type: number, timestampMs: number, payload: Buffer) {
    this.type = type;
    this.timestampMs = timestampMs;
    this.payload = payload;
  }

  as(shape: Shape): Buffer {
    return shape === "rtmp" ? (this.#rtmp ??= this.#message()) : (this.#flv ??= writeTag(this.type, this.timestampMs, this.payload));
  }

  #message(): Buffer {
    const { type, timestampMs, payload } = this;
    return writeMessage(type === MESSAGE.audio ? 4 : 6, { type, timestampMs, streamId: 1, payload });
  }
}

export type Shape = "rtmp" | "flv";

/** Who watches. */
export interface Viewer {
  readonly shape: Shape;
  /** Takes these bytes at once, or is dropped: nobody waits for who is slow. @returns false: it is too far behind */
  take(bytes: Buffer): boolean;
  /** Nothing more comes: whoever sent has ended, or the viewer was too slow. */
  end(): void;
}

/** What is begun with lies at least so far back: bytes come in bursts, and between two a player must not run dry. */
const BEHIND_MS = 1500;
/** A sender without key pictures is not kept in memory for longer. */
const KEPT_MAX_MS = 15_000;
const KEY_FRAME = 1;
const HEADER_PACKET = 0;

/** One sender and whoever watches it: every byte is passed on as it came, and what a newcomer begins with is kept. */
export class Channel {
  readonly #viewers = new Set<Viewer>();
  readonly #waiting = new Set<Viewer>();
  readonly #changed = createListeners();
  readonly #headers = new Map<"about" | "picture" | "sound", PassedTag>();
  #kept: PassedTag[] = [];
  #sender: object | null = null;

  /** The one that sends; another takes its place, and who watched that has to come again: timestamps begin anew. */
  begin(sender: object): void {
    if (this.#sender) this.end(this.#sender);
    this.#sender = sender;
  }

  end(sender: object): void {
    if (this.#sender !== sender) return;
    this.#sender = null;
    this.#headers.clear();
    this.#kept = [];
    for (const viewer of this.#viewers) viewer.end();
    this.#viewers.clear();
    this.#changed.tell();
  }

  /** For good: also who waited for a sender. */
  close(): void {
    if (this.#sender) this.end(this.#sender);
    for (const viewer of this.#waiting) viewer.end();
    this.#waiting.clear();
    this.#changed.tell();
  }

  isSentBy(sender: object): boolean {
    return this.#sender === sender;
  }

  /** How many watch, or wait to. */
  get viewers(): number {
    return this.#viewers.size + this.#waiting.size;
  }

  /** Somebody has come or gone. */
  onViewers(listener: () => void): () => void {
    return this.#changed.subscribe(listener);
  }

  /** From a key picture on, once there is one. @returns the way to leave */
  watch(viewer: Viewer): () => void {
    this.#waiting.add(viewer);
    this.#admit();
    this.#changed.tell();
    return () => this.#leave(viewer);
  }

  take(item: PassedTag): void {
    const header = headerOf(item);
    if (header) this.#headers.set(header, item);
    else this.#keep(item);
    for (const viewer of this.#viewers) this.#give(viewer, item.as(viewer.shape));
    if (this.#waiting.size > 0) this.#admit();
  }

  #keep(item: PassedTag): void {
    this.#kept.push(item);
    const newestMs = item.timestampMs;
    // From the newest key picture that lies far enough back.
    const begin = this.#kept.findLastIndex((kept) => isKey(kept) && newestMs - kept.timestampMs >= BEHIND_MS);
    if (begin > 0) this.#kept = this.#kept.slice(begin);
    const [oldest] = this.#kept;
    if (oldest && newestMs - oldest.timestampMs > KEPT_MAX_MS) this.#kept = [];
  }

  #admit(): void {
    const begin = this.#kept.findIndex(isKey);
    if (begin < 0 || !this.#headers.has("picture") || !this.#headers.has("sound")) return;
    const items = this.#kept.slice(begin);
    const first = items[0]?.timestampMs ?? 0;
    const headers = (["about", "picture", "sound"] as const).flatMap((name) => this.#headers.get(name) ?? []);
    // What is said of the stream is taken for one of its own by players when it comes later than at its beginning.
    const stamped = headers.map(({ type, payload }) => new PassedTag(type, type === TAG_SCRIPT ? 0 : first, payload));
    const all = [...stamped, ...items];
    for (const viewer of this.#waiting) {
      this.#waiting.delete(viewer);
      this.#viewers.add(viewer);
      const pieces = all.map((item) => item.as(viewer.shape));
      this.#give(viewer, Buffer.concat(viewer.shape === "flv" ? [fileHeader(), ...pieces] : pieces));
    }
  }

  #give(viewer: Viewer, bytes: Buffer): void {
    if (viewer.take(bytes)) return;
    this.#leave(viewer);
    viewer.end();
  }

  #leave(viewer: Viewer): void {
    const isGone = this.#viewers.delete(viewer);
    if (this.#waiting.delete(viewer) || isGone) this.#changed.tell();
  }
}

function headerOf({ type, payload }: PassedTag): "about" | "picture" | "sound" | null {
  if (type === TAG_SCRIPT) return "about";
  if (payload[1] !== HEADER_PACKET) return null;
  if (type === TAG_VIDEO) return "picture";
  return type === TAG_AUDIO ? "sound" : null;
}

function isKey({ type, payload }: PassedTag): boolean {
  return type === TAG_VIDEO && (payload[0] ?? 0) >> 4 === KEY_FRAME;
}
