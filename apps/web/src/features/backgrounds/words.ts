import type { BackgroundPreparation, BackgroundUse } from "@nightjar/contract";
import { named } from "./named.ts";
import { deletionOnAirText } from "./on-air.ts";
import { isUnderWay, type VideoItem } from "./upload-queue.ts";

type Shown = BackgroundUse["streams"][number];

/** Which streams show it, in a line; null: none. */
export function shownBy(streams: readonly Shown[]): string | null {
  const of = (by: Shown["by"]) => streams.filter((stream) => stream.by === by).map(({ title }) => title);
  const lasting = [...of("choice"), ...of("default")];
  if (lasting.length > 0) return `Shown by ${named(lasting, 3)}`;
  const turns = of("turn");
  return turns.length > 0 ? `Takes turns in ${named(turns, 3)}` : null;
}

/** What a deletion does to the streams that show it; null: nothing. @param isOtherActive whether another background is the active one */
export function deletionText(streams: readonly Shown[], isOtherActive: boolean): string | null {
  const instead = isOtherActive ? "the active background" : "the plain default";
  const choosing = streams.filter(({ by }) => by === "choice").map(({ title }) => title);
  const following = streams.filter(({ by }) => by === "default").map(({ title }) => title);
  const turning = streams.filter(({ by }) => by === "turn").map(({ title }) => title);
  const sentences = [
    ...(choosing.length > 0 ? [`It is used by ${named(choosing, 10)}, which will show ${instead} instead.`] : []),
    ...(following.length > 0
      ? [`As the active background it is shown by ${named(following, 10)}, which will show the plain default instead.`]
      : []),
    ...(turning.length > 0 ? [`It no longer takes its turn in ${named(turning, 10)}.`] : []),
  ];
  const onAir = deletionOnAirText(streams.filter(({ by, isNow }) => by !== "turn" || isNow));
  if (onAir !== null) sentences.push(onAir);
  return sentences.length > 0 ? sentences.join(" ") : null;
}

interface StepWords {
  readonly doing: string;
  readonly waiting: string;
}
const STEPS: Readonly<Record<string, StepWords>> = {
  copy: { doing: "Making the copy that airs", waiting: "The copy that airs waits to be made" },
  // It airs without: this is what stands in where the picture of a track is not there yet.
  render: {
    doing: "Rendering it to stand in while pictures are made",
    waiting: "Waits to be rendered, to stand in while pictures are made",
  },
} satisfies Readonly<Record<BackgroundPreparation["step"], StepWords>>;
/** Of a step that only a newer server takes: this page stays as it is for weeks. */
const OTHER_STEP: StepWords = { doing: "Preparing it", waiting: "Waits to be prepared" };

/** "about 40 s", "about 3 min"; how long something takes is known no better. */
function roughly(leftMs: number): string {
  const seconds = Math.max(1, Math.round(leftMs / 1000));
  if (seconds < 20) return "a few seconds";
  return seconds < 90 ? `about ${Math.round(seconds / 10) * 10} s` : `about ${Math.round(seconds / 60)} min`;
}

export interface ToldPreparation extends BackgroundPreparation {
  readonly receivedAtMs: number;
}

/** What is being done, how far that is, and when it ends, counted down from what was last told. */
export function preparationText({ isUnderWay, leftMs, progress, receivedAtMs, step }: ToldPreparation, nowMs: number): string {
  const { doing, waiting } = STEPS[step] ?? OTHER_STEP;
  if (!isUnderWay) return waiting;
  const left = leftMs === null ? "" : `, ${roughly(leftMs - Math.max(0, nowMs - receivedAtMs))} left`;
  return `${doing}: ${Math.floor(progress * 100)} %${left}`;
}

/** What is being done with an upload. */
export function stateOf({ isHeld, reason, share, status }: VideoItem): string {
  const percent = Math.floor(share * 100);
  if (isHeld) return `${reason}. It goes on by itself${share < 1 ? ` from ${percent} %` : ""}`;
  switch (status) {
    case "waiting":
      return "Waiting for its turn";
    case "sending":
      return `Uploading... ${percent} %`;
    case "checking":
      return "Checking the file...";
    case "uploaded":
      return "Uploaded";
    case "creating":
      return "Adding it to the backgrounds...";
    case "created":
      return "Added to the backgrounds";
    case "failed":
      return reason ?? "Failed to upload file";
  }
}

/** What its cross does. Of a background that is being made nothing promises that it is cancelled: it may be made already. */
export const removalOf = (item: VideoItem): string =>
  isUnderWay(item) && item.status !== "creating" ? `Cancel upload of ${item.file.name}` : `Take ${item.file.name} off the list`;
