import type { PictureState } from "../timeline/picture.ts";
import type { PictureChange, PictureLook, Segment } from "../timeline/segment.ts";

/** The newest picture a segment was given: shown, or on its way. */
export function newestPicture({ video, label, pictures }: Segment): Pick<PictureChange, "video" | "picture" | "look"> {
  return pictures?.at(-1) ?? { video, picture: label.picture, look: label.look };
}

export function newestLook(segment: Segment | undefined): PictureLook | undefined {
  return segment && newestPicture(segment).look;
}

/** Its newest picture is simpler than what the plan wanted. */
export function isFallback(segment: Segment): boolean {
  const level = newestPicture(segment).picture?.level ?? "wanted";
  return level === "background" || level === "slate";
}

/** The segment when this change has had its turn: what was shown before is not needed any more. */
export function shownNow(segment: Segment, change: PictureChange): Segment {
  const { picture = segment.label.picture, look = segment.label.look } = change;
  const pictures = segment.pictures?.filter(({ id }) => id > change.id) ?? [];
  return { ...segment, video: change.video, pictures, label: { ...segment.label, picture, look } };
}

/** The segment as a process going on from `state` finds it. */
export function asShown(segment: Segment, { videoSerial, pictureId }: Pick<PictureState, "videoSerial" | "pictureId">): Segment {
  const shown = segment.serial === videoSerial && segment.pictures?.find(({ id }) => id === pictureId);
  return shown ? shownNow(segment, shown) : segment;
}

export const KEPT = "The new picture could not be rendered. The stream continues with the previous one.";

/** What is said of the picture that is shown: that it is kept, because the new one cannot be had. */
export function withKept(segment: Segment, isKept: boolean): Segment {
  const { picture = { level: "wanted", reason: null } as const } = segment.label;
  if ((picture.reason === KEPT) === isKept) return segment;
  const reason = isKept ? KEPT : null;
  return { ...segment, label: { ...segment.label, picture: { ...picture, reason } } };
}

/** Whether the pictures that were asked for are on air. */
export class ShownPictures {
  #asked: { readonly serial: number; readonly id: number } | null = null;
  #waiting: ((isShown: true) => void)[] = [];

  asked(serial: number, changes: readonly PictureChange[]): void {
    const [first] = changes;
    // What waits for the end of a loop is not asked for by anybody.
    if (first?.at === "cut") this.#asked = { serial, id: first.id };
  }

  cut(serial: number, pictureId: number): void {
    const asked = this.#asked;
    if (asked && (serial > asked.serial || (serial === asked.serial && pictureId >= asked.id))) this.#settle();
  }

  /** With another segment come pictures that were made for the newest plan. */
  entered(serial: number): void {
    if (this.#asked && serial > this.#asked.serial) this.#settle();
  }

  /** Resolves when nothing that was asked for is still to be cut to. */
  settled(): Promise<true> {
    if (!this.#asked) return Promise.resolve(true);
    const { promise, resolve } = Promise.withResolvers<true>();
    this.#waiting.push(resolve);
    return promise;
  }

  #settle(): void {
    this.#asked = null;
    for (const resolve of this.#waiting.splice(0)) resolve(true);
  }
}
