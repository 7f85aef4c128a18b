import {
  type ItemId,
  type Known,
  type NewEntry,
  type StreamId,
  type StreamTrack,
  type StreamWithTracks,
  type TrackId,
  type TracklistStep,
  applyStep,
} from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { statusOf } from "../../../lib/errors.ts";
import { deletedMeanwhile, plural } from "../../../lib/format.ts";
import { ownChangesAreRead } from "../../../lib/live/reads.ts";
import { complain, notify } from "../../../lib/toast.ts";
import { api } from "../../../lib/trpc.ts";
import { carryOut } from "./carry-out.ts";
import type { leftBehind, renewed } from "./renewed.ts";
import { createStepQueue, isSameMove } from "./step-queue.ts";
import { anchorNow, changesNothing, idsOf, type MoveStep, stillPossible, without } from "./steps.ts";
import { namesOf, tellFailed, tellRemoved } from "./step-notices.ts";
import { createTakenBack } from "./taken-back.ts";
import { type Undo, type Undos, undoFrom, withDone, withReplaced, withoutTries } from "./undos.ts";

/** Several presses in a row become one step. */
const PAUSE_MS = 300;
const MET_TEXT = "Somebody else changed the same tracks meanwhile. Open the tracklist to choose.";

type Insert = Extract<TracklistStep, { is: "insert" }>;

/** The list as its sender sees it, and what it was read as. */
interface Draft {
  readonly tracks: readonly StreamTrack[];
  readonly seen: readonly StreamTrack[];
  readonly readAt: number;
}

/** A step that would undo what somebody else did since the list was read. */
export interface Conflict extends Pick<Draft, "seen" | "readAt"> {
  /** That one, and behind it those that waited, and may have met nobody. */
  readonly steps: readonly TracklistStep[];
  /** What the server refused it with. */
  readonly error: unknown;
  /** Revisions since then that are no one else's. */
  readonly own: readonly number[];
  /** What it was refused by: of a step that takes another back, what others did since that was done. */
  readonly met: Known;
}

export interface RundownState {
  /** null: nothing is under way. */
  readonly draft: Draft | null;
  readonly conflict: Conflict | null;
  readonly undos: Undos;
}

/** The list that a step is made from, as it was read. */
type Base = Pick<StreamWithTracks, "tracks" | "revision">;

/** What became of a step: carried out, met by what somebody else did, which is asked about then, or failed, which nobody has told yet. */
export type Outcome = "done" | "met" | { readonly error: unknown };

export interface RundownStore {
  snapshot(): RundownState;
  subscribe(listener: () => void): () => void;
  /** The list as it is to be shown, with steps that are not carried out yet: a screen hears of what was read a moment later than whoever read it. */
  tracks(base: Base): readonly StreamTrack[];
  /** @returns whether the list is another one for it */
  move(base: Base, step: MoveStep): boolean;
  /** @param seen where `after` was chosen: if that is gone by now they stand where it stood */
  insert(base: Base, entries: NewEntry[], after: ItemId, seen?: readonly StreamTrack[]): Promise<Outcome>;
  /** They stand at the end by a call of their own, or may: its answer was lost. */
  added(entries: readonly NewEntry[]): void;
  remove(base: Base, itemIds: readonly ItemId[]): void;
  /** Takes back what was done last. */
  takeBack(base: Base): void;
  /** The list was read again as of that revision. */
  read(revision: number): void;
  /** The steps are made anew for the list as it is now; how, and how that is read, comes with the question. */
  insist(renew: typeof renewed, readNow: () => Promise<StreamWithTracks>): Promise<void>;
  /** The step that met somebody is given up; what of those behind it is still wanted goes on, and how that is told comes with the question. */
  giveWay(base: Base, left: typeof leftBehind): void;
  /** Nobody looks any more: sends what waits now. @returns whether something is left for whoever comes back, to be told or taken back */
  leave(): boolean;
  /** Sends what waits now. Answers when nothing is on its way, however it went. */
  flush(): Promise<void>;
}

/** One person's changes of one list: each goes as a step that speaks of entries, so that those of others stay. */
export function createRundownStore(id: StreamId): RundownStore {
  const listeners = createListeners();
  let state: RundownState = { draft: null, conflict: null, undos: [] };
  /** The revision of the last step of ours. */
  let made = 0;
  /** What the draft shows is not what is stored. */
  let isRefused = false;
  const outcomes = new WeakMap<TracklistStep, (outcome: Outcome) => void>();
  /** Who adds tracks is told which are gone, and chooses again; what is put back comes without them. */
  const adds = new WeakSet<TracklistStep>();
  /** What takes something back, which can be taken back again where it fails. */
  const takesBack = new WeakMap<TracklistStep, Undo | undefined>();
  const takenBack = createTakenBack();
  /** Entries of the draft that were not put back, each with the one that it was to stand under. */
  const notBack = new Map<ItemId, ItemId | null>();
  /** Their tracks that nobody was told of yet: several runs of one removal make one notice. */
  const untoldTracks = new Set<TrackId>();
  const set = (change: Partial<RundownState>) => {
    state = { ...state, ...change };
    listeners.tell();
  };
  /** What is added once more because the answer was lost is taken back once. Where it is refused now, it may have been added then. */
  const forgetTries = (step: TracklistStep | undefined) => {
    if (step && adds.has(step)) set({ undos: withoutTries(state.undos, step) });
  };
  const queue = createStepQueue({
    async send(step, known) {
      const left = without(step, notBack);
      const knownFor = takenBack.knownFor(step, known);
      const { revision, gone } = await carryOut(id, left, knownFor, !adds.has(step));
      takenBack.carriedOut(step, revision, knownFor);
      if (left?.is === "insert") leaveOut(left, gone);
      if (left?.is === "remove") tellRemoved(left.itemIds, state.draft?.seen ?? []);
      forgetTries(step);
      outcomes.get(step)?.("done");
      made = Math.max(made, revision);
      return revision;
    },
    onRefused(error, steps, { own }) {
      isRefused = true;
      tellNotBack();
      const status = statusOf(error);
      const isMet = status === 409 && state.draft !== null;
      for (const step of steps) outcomes.get(step)?.(isMet ? "met" : { error });
      const [untold] = steps.filter((step) => !outcomes.has(step));
      // What was done before stood in a list that is another one now, where somebody else changed it.
      const again = isMet ? [] : [...new Set(steps.flatMap((step) => takesBack.get(step) ?? [])), ...state.undos];
      // What was sent and not answered may have been carried out; what waited behind it was not.
      set({ undos: again.filter(({ step }) => !steps.includes(step, status === null ? 1 : 0)) });
      if (status === null) {
        takenBack.lost();
        forgetTries(steps[0]);
      }
      if (!isMet || !state.draft) return tellFailed(error, untold);
      const { seen, readAt } = state.draft;
      const [refused] = steps;
      const known = { readAt, own };
      set({ conflict: { steps, error, seen, ...known, met: refused ? takenBack.knownFor(refused, known) : known } });
      void api.streams.get.refetch({ id });
      // Who has left the list sees no dialog until they come back.
      if (listeners.count() === 0) complain("Update Failed", MET_TEXT);
    },
    onIdle() {
      tellNotBack();
      void showStored();
    },
  });
  const leaveOut = ({ entries, after }: Insert, gone: ReadonlySet<string>) => {
    let above = after;
    for (const { itemId, trackId } of entries) {
      if (!gone.has(trackId)) above = itemId;
      else {
        notBack.set(itemId, above);
        untoldTracks.add(trackId);
      }
    }
    const { draft } = state;
    if (draft && gone.size > 0) set({ draft: { ...draft, tracks: draft.tracks.filter(({ itemId }) => !notBack.has(itemId)) } });
  };
  const tellNotBack = () => {
    if (untoldTracks.size > 0) notify("Not Put Back", deletedMeanwhile(untoldTracks.size));
    untoldTracks.clear();
  };
  const showStored = async () => {
    await ownChangesAreRead();
    // Once what was read is forgotten, as by who signs out, whoever comes back reads it anew.
    const readRevision = () => api.streams.get.getData({ id })?.revision ?? Infinity;
    // Another reading may have taken the place of ours: without it the list would jump back for a moment.
    if (readRevision() < made) await api.streams.get.refetch({ id }, undefined, { cancelRefetch: false });
    read(readRevision());
  };
  const read = (revision: number) => {
    // What was pressed meanwhile is still to be shown, and what is stored though it could not be read.
    if (state.draft === null || queue.isBusy() || (revision < made && !isRefused)) return;
    isRefused = false;
    set({ draft: null });
  };
  const newest = (base: Base): Base => {
    const read = api.streams.get.getData({ id });
    return read !== undefined && read.revision > base.revision ? read : base;
  };
  const put = (base: Base, step: TracklistStep, pauseMs: number, known: readonly StreamTrack[] = []) => {
    const { tracks, revision } = newest(base);
    if (!state.draft) {
      queue.readAt(revision);
      notBack.clear();
    }
    const from = state.draft ?? { tracks, seen: tracks, readAt: revision };
    set({ draft: { ...from, tracks: applyShown(from.tracks, step, known) } });
    const replaced = queue.put(step, pauseMs);
    // What it takes the place of may take back what was carried out.
    if (replaced) takesBack.set(step, takesBack.get(replaced));
    return replaced;
  };
  const anew = (steps: readonly TracklistStep[], make: (step: TracklistStep) => readonly TracklistStep[]) =>
    steps.flatMap((step) => {
      const made = make(step);
      if (adds.has(step)) for (const one of made) adds.add(one);
      return made;
    });
  const shown = (base: Base) => state.draft?.tracks ?? newest(base).tracks;
  const act = (base: Base, step: TracklistStep, text: string) => {
    const before = shown(base);
    const [last] = state.undos;
    // Presses in a row that move the same entries are taken back as one.
    const isGoingOn = state.draft !== null && last !== undefined && isSameMove(last.step, step);
    const replaced = put(base, step, step.is === "move" ? PAUSE_MS : 0);
    set({ undos: isGoingOn ? withReplaced(state.undos, replaced, step) : withDone(state.undos, undoFrom(text, step, before)) });
  };
  return {
    ...{ snapshot: () => state, subscribe: listeners.subscribe, tracks: shown, read, flush: queue.flush },
    leave() {
      void queue.flush();
      return state.draft !== null || state.conflict !== null || state.undos.length > 0;
    },
    move(base, step) {
      const before = shown(base);
      if (changesNothing(before, applyShown(before, step, []))) return false;
      act(base, step, `moved ${namesOf(step.itemIds, before)}`);
      return true;
    },
    insert(base, entries, after, seen = base.tracks) {
      const step: TracklistStep = { is: "insert", entries, after: anchorNow(after, seen, idsOf(shown(base))) };
      adds.add(step);
      act(base, step, `added ${plural(entries.length, "track")}`);
      return new Promise((resolve) => void outcomes.set(step, resolve));
    },
    added(entries) {
      const step: TracklistStep = { is: "insert", entries: [...entries], after: null };
      const undo = undoFrom(`added ${plural(entries.length, "track")}`, step, []);
      set({ undos: withoutTries(withDone(state.undos, undo), step) });
    },
    remove(base, itemIds) {
      const there = idsOf(shown(base));
      const removed = itemIds.filter((itemId) => there.has(itemId));
      if (removed.length > 0) act(base, { is: "remove", itemIds: removed }, `removed ${namesOf(removed, shown(base))}`);
    },
    takeBack(base) {
      const [last, ...undos] = state.undos;
      if (!last) return;
      // What was added at the end meanwhile is shown only once all is carried out.
      if (state.draft && last.back.every((step) => !stillPossible(step, last.before, shown(base)))) return;
      set({ undos });
      for (const step of last.back) {
        const left = stillPossible(step, last.before, shown(base));
        if (!left) continue;
        // Where it takes the place of that very step nothing was sent, and there is nothing to take back again.
        if (put(base, left, 0, last.removed) === last.step) continue;
        takesBack.set(left, last);
        takenBack.takesBack(left, last.step);
      }
    },
    async insist(renew, readNow) {
      const { conflict } = state;
      if (!conflict) return;
      const now = await readNow().catch((error: unknown) => void tellFailed(error, conflict.steps[0]));
      // It may be pressed again.
      if (!now) return;
      api.streams.get.setData({ id }, now);
      set({ conflict: null, draft: null });
      const steps = anew(conflict.steps, (step) => {
        const left = without(step, notBack);
        return left ? renew(left, conflict.seen, now.tracks) : [];
      });
      for (const step of steps) put(now, step, 0, conflict.seen);
    },
    giveWay(base, left) {
      const { conflict } = state;
      if (!conflict) return;
      set({ conflict: null });
      const steps = anew(conflict.steps.slice(1), (step) => left(step, conflict).map((one) => takenBack.standsFor(one, step)));
      if (steps.length === 0) return;
      const { seen, readAt, own } = conflict;
      // As if the first had never been: what meets somebody by itself is asked about by itself.
      queue.readAt(readAt, own);
      set({ draft: { tracks: newest(base).tracks, seen, readAt } });
      for (const step of steps) put(base, step, 0, seen);
    },
  };
}

/** What is not known yet is shown once the server has told of it. */
function applyShown(list: readonly StreamTrack[], step: TracklistStep, known: readonly StreamTrack[]): readonly StreamTrack[] {
  const byId = new Map(known.map((track) => [track.itemId, track]));
  return applyStep(list, step, ({ itemId }) => byId.get(itemId) ?? []);
}
