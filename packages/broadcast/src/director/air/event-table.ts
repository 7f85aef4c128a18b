import type { AirEffect, AirEvent } from "./events.ts";

type EffectKind = AirEffect["do"];

interface EventRow {
  /** Who tells of it. */
  readonly from: "operator" | "session" | "playout thread" | "clock" | "wish" | "workshop";
  readonly means: string;
  /** What it may bring about; other events do not. */
  readonly may: readonly EffectKind[];
}

/** New wishes, and old ones that are none any more or are due at another time; the line as it is told. */
const REARRANGE: readonly EffectKind[] = ["ask", "drop", "reschedule", "queue", "open", "show", "tell"];
const REWISH: readonly EffectKind[] = ["ask", "drop", "reschedule", "tell"];

/** Every event of a session's air, and what each may do. The table of docs/air.md is made from this, and tests hold `step` to it. */
export const AIR_EVENTS: { readonly [Kind in AirEvent["is"]]: EventRow } = {
  plan: {
    from: "operator",
    means: "The plan has changed: list, order, picture, level. What is to come is chosen again; what sounds the same stays.",
    may: [...REARRANGE, "keep-later", "keep-rotation", "watch", "answer-update"],
  },
  skip: { from: "operator", means: "What is heard is to be left for what follows.", may: [...REARRANGE] },
  jump: { from: "operator", means: "What is heard is to be left for this item of the list.", may: [...REARRANGE] },
  "update-wanted": {
    from: "operator",
    means: "Somebody waits until what is wanted is on air; what failed is tried again.",
    may: [...REARRANGE, "answer-update"],
  },
  stop: {
    from: "operator",
    means: "What sounds fades away, and nothing is prepared any more.",
    may: [...REWISH, "watch", "faded", "answer-update"],
  },
  begin: { from: "session", means: "The timeline is to open, or to open anew.", may: [...REARRANGE, "keep-rotation"] },
  adopt: {
    from: "session",
    means: "An earlier process has left this on air: it goes on, and what is to come is chosen again.",
    may: ["resume", ...REWISH, "show", "announce", "remember-play", "keep-rotation", "watch"],
  },
  "given-up": {
    from: "session",
    means: "The thread has given the timeline up, or other connections need another one.",
    may: [...REWISH, "watch", "answer-update"],
  },
  released: { from: "session", means: "The session is over, or left to the next process.", may: [...REWISH, "watch", "answer-update"] },
  written: {
    from: "playout thread",
    means: "A segment has begun to be written, ahead of its time.",
    may: [...REARRANGE, "announce", "remember-play", "keep-rotation", "watch", "faded", "answer-update"],
  },
  shown: { from: "playout thread", means: "It was cut to this picture of a segment, ahead of its time.", may: ["tell", "answer-update"] },
  moved: {
    from: "playout thread",
    means: "After a long pause its clock was set anew: all that was written is on air so much later.",
    may: [...REARRANGE, "announce", "keep-rotation", "watch", "answer-update"],
  },
  clock: {
    from: "clock",
    means:
      "A moment has come: what was written is heard or seen, a background has had its turn, a cut was not taken, or the slate must be lined up.",
    may: [...REARRANGE, "announce", "keep-rotation", "answer-update"],
  },
  sound: { from: "wish", means: "The sound of an item can be read.", may: [...REARRANGE] },
  "sound-rendering": { from: "wish", means: "The sound of an item is not cached, and takes a while.", may: [...REARRANGE] },
  "no-sound": { from: "wish", means: "The sound of an item cannot be made: another is chosen.", may: [...REARRANGE] },
  view: { from: "wish", means: "It is known what an item is to look like.", may: [...REARRANGE, "watch", "answer-update"] },
  picture: {
    from: "wish",
    means: "A picture is being rendered, may be aired, or could not be made.",
    may: [...REARRANGE, "watch", "answer-update"],
  },
  join: { from: "wish", means: "How the sound comes over from the item before.", may: [...REWISH, "queue", "open"] },
  "coming-in": {
    from: "wish",
    means: "The transition over which a picture comes in that has not begun.",
    may: [...REWISH, "queue", "open"],
  },
  "going-over": {
    from: "wish",
    means: "The transition to another picture of what sounds.",
    may: [...REWISH, "show", "queue", "watch", "answer-update"],
  },
  entry: {
    from: "wish",
    means: "Where a picture as long as its track is entered while that sounds.",
    may: [...REWISH, "show", "queue", "watch"],
  },
  cut: { from: "wish", means: "The way out of what sounds, into the item the operator wants.", may: [...REARRANGE] },
  silence: { from: "wish", means: "The way out of what sounds, into silence.", may: [...REWISH, "queue", "faded"] },
  "left-out": { from: "workshop", means: "Other files than before cannot be played.", may: [...REARRANGE] },
  room: { from: "workshop", means: "The disk has room again: what failed for the machine's sake is tried again.", may: [...REARRANGE] },
  bare: { from: "workshop", means: "Other backgrounds than before are there without a scene.", may: [...REARRANGE] },
  better: { from: "workshop", means: "A picture is there with a slower analysis.", may: [...REARRANGE, "watch", "answer-update"] },
  broken: { from: "workshop", means: "A unit was broken, and is removed.", may: ["remake"] },
  overtaken: {
    from: "workshop",
    means: "The picture on air grows more slowly than it is played: what stands still of it takes its place.",
    may: [...REARRANGE, "watch", "answer-update"],
  },
};

/** The table as docs/air.md shows it. */
export function eventTable(): string {
  const rows = Object.entries(AIR_EVENTS).map(
    ([kind, { from, means, may }]) => `| \`${kind}\` | ${from} | ${means} | ${may.map((effect) => `\`${effect}\``).join(" ")} |`,
  );
  return ["| event | from | means | may |", "|---|---|---|---|", ...rows].join("\n");
}
