import type { DestinationId, StreamId } from "@nightjar/contract";
import { ytBroadcasts } from "@nightjar/db";
import { backOffMs } from "@nightjar/kit";
import { eq } from "drizzle-orm";
import { commit } from "../changes.ts";
import type { Services } from "../context.ts";
import { noteItself } from "./note-itself.ts";
import { type Row, readRow } from "./rows.ts";

/** YouTube tells late what it receives: at first so long, then ever longer, for who is connected anew each minute is never received. */
const PATIENCE = { firstMs: 50_000, longestMs: 30 * 60_000 } as const;
const NOT_RECEIVED = new Set(["inactive", "error"]);
/** Of a key that was never sent to: it is no trouble that YouTube does not receive yet what has just begun. */
const NOT_YET = new Set(["created", "ready"]);
/** Going live takes YouTube some seconds. */
const STARTING_MS = 5 * 60_000;
const STARTING = new Set(["testStarting", "liveStarting"]);
const STARTING_TEXT =
  "YouTube has been starting this broadcast for minutes. If it does not go live, look into YouTube Studio, or stop the stream and start it again.";
const READY_TEXT =
  "YouTube receives this stream, and has not let its broadcast go live for minutes. Look into YouTube Studio, or stop the stream and start it again.";
const TEXT = "YouTube does not receive what it is sent. The studio connects anew by itself.";

interface Unheard {
  /** Since when it is so, or since it was connected anew. */
  readonly sinceMs: number;
  readonly reconnects: number;
}

/** Tells who waits too long for YouTube, and connects a stream anew that YouTube does not receive although it takes what we send. */
export class SelfHeal {
  readonly #unheard = new Map<StreamId, Unheard>();
  /** Since when a broadcast is on its way to live. */
  readonly #startingMs = new Map<Row["id"], number>();

  /** What YouTube said of a broadcast just now. */
  look(services: Services, id: Row["id"]): void {
    const row = readRow(services.db, id);
    const streamId = row?.streamId ?? null;
    // What one that has ended tells is what the next one waits for.
    if (!row || row.endedAt !== null || streamId === null) return;
    this.#lookAtStart(services, row);
    const isNotYet = row.streamStatus !== null && NOT_YET.has(row.streamStatus);
    if (row.streamStatus === null || !(isNotYet || NOT_RECEIVED.has(row.streamStatus))) return void this.#unheard.delete(streamId);
    const nowMs = services.clock.nowMs();
    const unheard = this.#unheard.get(streamId) ?? { sinceMs: nowMs, reconnects: 0 };
    const sendingTo = sendingToYoutube(services, streamId);
    // What we do not send it cannot receive: that is for the sender, which tries by itself.
    if (sendingTo === null) return void this.#unheard.set(streamId, { ...unheard, sinceMs: nowMs });
    const isTime = nowMs - unheard.sinceMs >= backOffMs(PATIENCE, unheard.reconnects);
    if (!isNotYet || isTime || unheard.reconnects > 0) note(services, row, TEXT);
    if (isTime) reconnect(services, streamId, sendingTo);
    this.#unheard.set(streamId, isTime ? { sinceMs: nowMs, reconnects: unheard.reconnects + 1 } : unheard);
  }

  #lookAtStart(services: Services, row: Row): void {
    const { id, lifeCycle } = row;
    // What is received goes live within moments.
    const isReady = lifeCycle === "ready" && row.streamStatus === "active" && row.sessionId !== null;
    if (!isReady && (lifeCycle === null || !STARTING.has(lifeCycle))) return void this.#startingMs.delete(id);
    const nowMs = services.clock.nowMs();
    const sinceMs = this.#startingMs.get(id) ?? nowMs;
    this.#startingMs.set(id, sinceMs);
    if (nowMs - sinceMs >= STARTING_MS) note(services, row, isReady ? READY_TEXT : STARTING_TEXT);
  }
}

const note = ({ db }: Services, { id }: Row, notice: string) =>
  void db.update(ytBroadcasts).set({ notice, noticeBy: null }).where(eq(ytBroadcasts.id, id)).run();

function sendingToYoutube({ engine }: Services, id: StreamId): DestinationId | null {
  return engine.onAir(id).destinations.find(({ kind, state }) => kind === "youtube" && state === "sending")?.id ?? null;
}

function reconnect(services: Services, streamId: StreamId, destinationId: DestinationId): void {
  const { clock, engine, log } = services;
  log.warn({ streamId, destinationId }, "YouTube does not receive what it is sent: connected anew");
  engine.reconnect(streamId, destinationId);
  commit(services, (tx) => noteItself(tx, "youtube.reconnect", streamId, clock.nowMs()));
}
