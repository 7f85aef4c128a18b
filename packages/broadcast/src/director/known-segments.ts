import type { TimelineState } from "../timeline/timeline.ts";
import type { PictureChange, Segment, SegmentLabel } from "../timeline/segment.ts";
import { ShownPictures, asShown, shownNow, withKept } from "./shown-pictures.ts";

/** The segments that are on air, written, or to be, with the pictures they were given. */
export class KnownSegments {
  readonly #segments = new Map<number, Segment>();
  readonly #shown = new ShownPictures();
  readonly #onPicture: (segment: Segment) => void;

  /** @param onPicture another picture of this segment is shown, or what is said of it has changed */
  constructor(onPicture: (segment: Segment) => void) {
    this.#onPicture = onPicture;
  }

  /** Their units must stay. */
  get all(): Iterable<Segment> {
    return this.#segments.values();
  }

  /** 0: there was none yet. */
  get lastSerial(): number {
    return Math.max(0, ...this.#segments.keys());
  }

  get(serial: number): Segment | undefined {
    return this.#segments.get(serial);
  }

  add(segments: readonly Segment[]): void {
    for (const segment of segments) this.#segments.set(segment.serial, segment);
  }

  /** What an earlier process has left, as it is shown now. */
  resume(segments: readonly Segment[], state: TimelineState): void {
    this.add(segments.map((segment) => asShown(segment, state)));
  }

  /** This one sounds: those before it are gone. */
  entered(serial: number): void {
    for (const known of this.#segments.keys()) if (known < serial) this.#segments.delete(known);
    this.#shown.entered(serial);
  }

  /** Other pictures are to be shown with it. */
  give(serial: number, pictures: readonly PictureChange[], { title, artist }: Pick<SegmentLabel, "title" | "artist">): void {
    const segment = this.#segments.get(serial);
    if (segment) this.#segments.set(serial, { ...segment, pictures, label: { ...segment.label, title, artist } });
    this.#shown.asked(serial, pictures);
  }

  /** The thread has cut to one of its pictures. */
  cut(serial: number, pictureId: number): void {
    this.#shown.cut(serial, pictureId);
    const segment = this.#segments.get(serial);
    const change = segment?.pictures?.find(({ id }) => id === pictureId);
    if (segment && change) this.#show(shownNow(segment, change));
  }

  /** Its picture is kept because the new one cannot be had, or is not kept any more. */
  keep(serial: number, isKept: boolean): void {
    const segment = this.#segments.get(serial);
    const told = segment && withKept(segment, isKept);
    if (told && told !== segment) this.#show(told);
  }

  /** Resolves when no picture that was asked for is still to be cut to. */
  settled(): Promise<true> {
    return this.#shown.settled();
  }

  #show(segment: Segment): void {
    this.#segments.set(segment.serial, segment);
    this.#onPicture(segment);
  }
}
