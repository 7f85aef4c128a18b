import { OFF_AIR, RENDER_ENCODERS } from "@nightjar/contract";
import type {
  ContentUpdate,
  DestinationId,
  DestinationTrial,
  EngineEvent,
  EnginePort,
  ItemId,
  JournalEntry,
  LiveViewer,
  OnAir,
  Plan,
  PlanBackground,
  PlanDestination,
  PreparingBackground,
  SentNow,
  StreamId,
  TakenOf,
} from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";

/** An engine that believes everything it is told and sends nothing. For tests only. */
export interface EngineDouble extends EnginePort {
  /** Every plan that was pushed, in order. */
  readonly pushed: Plan[];
  readonly stopped: StreamId[];
  /** The streams off air, each time they were told. */
  readonly prepared: (readonly Plan[])[];
  /** The backgrounds of the library, each time they were told. */
  readonly takenIn: (readonly PlanBackground[])[];
  /** As what they are to be ready, each time. */
  readonly takenInAs: Parameters<EnginePort["takeIn"]>[1][];
  /** What it says it is preparing. */
  rendering: readonly PreparingBackground[];
  /** Files that it says it needs. */
  inUse: readonly string[];
  /** What it says is on air, whichever stream it is asked for. */
  background: PlanBackground | null;
  readonly skipped: StreamId[];
  readonly contentUpdates: StreamId[];
  /** What the next update of content comes to. */
  contentUpdate: ContentUpdate;
  /** What was tried, in order. */
  readonly tried: Pick<PlanDestination, "url" | "streamKey">[];
  /** What the next trial of a destination comes to. */
  trial: DestinationTrial | Promise<DestinationTrial>;
  /** What it says that destinations took. */
  taken: readonly TakenOf[];
  /** What it says is sent, whichever streams it is asked for. */
  sent: readonly SentNow[];
  /** What it was asked to show, each time. */
  readonly looked: (readonly StreamId[])[];
  readonly reconnected: { readonly id: StreamId; readonly destinationId: DestinationId }[];
  readonly jumps: { readonly id: StreamId; readonly itemId: ItemId }[];
  readonly listening: { readonly id: StreamId; readonly viewer: LiveViewer }[];
  readonly reconciled: (readonly Plan[])[];
  emit(event: EngineEvent): void;
  setOnAir(id: StreamId, onAir: OnAir): void;
  /** As if its journal had just been written. */
  write(...entries: readonly JournalEntry[]): void;
  /** Positions that were acknowledged. */
  readonly acknowledged: number[];
}

export function createEngineDouble(): EngineDouble {
  const listeners = createListeners<[EngineEvent]>();
  const states = new Map<StreamId, OnAir>();
  const readers = createListeners();
  let journal: readonly JournalEntry[] = [];
  const double: EngineDouble = {
    ...{
      pushed: [],
      prepared: [],
      takenIn: [],
      takenInAs: [],
      rendering: [],
      inUse: [],
      background: null,
      stopped: [],
      skipped: [],
      jumps: [],
      reconnected: [],
      tried: [],
      taken: [],
      sent: [],
      looked: [],
      contentUpdates: [],
      reconciled: [],
      listening: [],
      acknowledged: [],
    },
    contentUpdate: { isUpdated: true, reason: null },
    trial: { isAccepted: true, sentence: "The destination accepts the stream. Nothing was sent to it." },
    async reconcile(plans) {
      double.reconciled.push(plans);
    },
    apply(plan) {
      double.pushed.push(plan);
      states.set(plan.streamId, { ...OFF_AIR, state: "preparing", sessionId: plan.sessionId, startedAt: plan.startedAt });
    },
    prepare: (plans) => void double.prepared.push(plans),
    preparing: () => double.rendering,
    filesInUse: (sha256s) => new Set(double.inUse.filter((sha256) => sha256s.has(sha256))),
    takeIn(backgrounds, choice) {
      double.takenIn.push(backgrounds);
      double.takenInAs.push(choice);
    },
    stop(id) {
      double.stopped.push(id);
      states.delete(id);
    },
    skip: (id) => double.skipped.push(id) > 0,
    reconnect: (id, destinationId) => void double.reconnected.push({ id, destinationId }),
    jump: (id, itemId) => double.jumps.push({ id, itemId }) > 0,
    updateContent: (id) => {
      double.contentUpdates.push(id);
      return Promise.resolve(double.contentUpdate);
    },
    tryDestination: async (target, leadsTo) => {
      double.tried.push(target);
      const trial = await double.trial;
      const isOnAir = double.pushed.some(({ streamId, destinations }) => states.has(streamId) && destinations.some(leadsTo));
      return isOnAir ? "on-air" : trial;
    },
    takenLately: () => double.taken,
    sentNow: (ids) => {
      double.looked.push(ids);
      return Promise.resolve(double.sent.filter(({ streamId }) => ids.includes(streamId)));
    },
    sentPicture: (name) => (double.sent.some(({ picture }) => picture?.name === name) ? new TextEncoder().encode(name) : null),
    backgroundNow: () => double.background,
    renderSpeed: () => 4,
    renderEncoders: async () =>
      RENDER_ENCODERS.map((encoder) => {
        const isAvailable = encoder === "software" || encoder === "vaapi";
        return { encoder, isAvailable, reason: isAvailable ? null : "The NVIDIA driver is not installed." };
      }),
    liftQuarantine(id, trackId) {
      const onAir = states.get(id) ?? OFF_AIR;
      const quarantine = onAir.quarantine.filter((left) => left.trackId !== trackId);
      states.set(id, { ...onAir, quarantine });
      return quarantine.length < onAir.quarantine.length;
    },
    listen: (id, viewer) => {
      if (!states.has(id)) return null;
      double.listening.push({ id, viewer });
      return () => void double.listening.pop();
    },
    onAir: (id) => states.get(id) ?? OFF_AIR,
    subscribe: listeners.subscribe,
    journal: {
      pending: () => journal,
      acknowledge(position) {
        double.acknowledged.push(position);
        journal = journal.filter((entry) => entry.position > position);
      },
      subscribe: readers.subscribe,
    },
    write(...entries) {
      journal = [...journal, ...entries];
      readers.tell();
    },
    emit: listeners.tell,
    setOnAir: (id, onAir) => void states.set(id, onAir),
  };
  return double;
}
