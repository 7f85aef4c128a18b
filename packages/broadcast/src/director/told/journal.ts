import { mkdir, readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import {
  type EngineJournal,
  type JournalEntry,
  type Logger,
  type OnAirDestination,
  destinationId,
  itemId,
  sessionId,
  streamId,
  trackId,
} from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { replaceFile } from "@nightjar/kit/node";
import { JournalWriter, openJournal, readJournal, replaceJournal } from "./journal-file.ts";
import { type JournalLine, type JournalledAir, type StartedLine, airedTo, follow } from "./journal-state.ts";

type Unnumbered<L> = L extends JournalLine ? Omit<L, "n"> : never;
type JournalledSession = Pick<StartedLine, "streamId" | "sessionId">;

const LINES_FILE = "as-run.jsonl";
const TAKEN_FILE = "as-run.taken";
/** Lines that nobody needs any more, before the file is written anew. */
const COMPACT_AFTER_LINES = 2000;
/** Entries told at once: one transaction of whoever takes them. */
const BATCH_MAX = 500;

/** The engine's memory of what aired: appended, flushed, kept until it was taken. One for all sessions. */
export class Journal implements EngineJournal {
  readonly #dir: string;
  readonly #writer: JournalWriter;
  readonly #sessions = new Map<string, JournalledAir>();
  readonly #listeners = createListeners();
  #pending: JournalEntry[] = [];
  #n = 0;
  #taken = 0;
  #fileLines = 0;
  #neededLines = 0;
  #takenWrite: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(dir: string, lines: readonly JournalLine[], taken: number, isTorn: boolean, log: Logger) {
    this.#dir = dir;
    this.#taken = taken;
    this.#n = taken;
    for (const line of lines) this.#learn(line);
    this.#fileLines = lines.length;
    // What was taken too: a power cut may have undone that.
    this.#publish(lines);
    this.#writer = new JournalWriter(join(dir, LINES_FILE), isTorn, log, (written) => this.#publish(written));
  }

  /** Reads what earlier processes have left in the engine's folder. */
  static async open(dir: string, log: Logger): Promise<Journal> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const { lines, unreadable, endsWhole } = await openJournal(join(dir, LINES_FILE), log);
    if (unreadable > 0) log.warn({ unreadable }, "lines of the as-run journal could not be read");
    const taken = Number(await readFile(join(dir, TAKEN_FILE), "utf8").catch(() => "0"));
    return new Journal(dir, lines, Number.isSafeInteger(taken) ? taken : 0, !endsWhole, log);
  }

  pending(): readonly JournalEntry[] {
    return this.#pending.slice(0, BATCH_MAX);
  }

  acknowledge(position: number): void {
    this.#pending = this.#pending.filter((entry) => entry.position > position);
    if (position <= this.#taken) return;
    this.#taken = position;
    if (this.#isClosed) return;
    // Forgotten by a crash it is told twice, which whoever takes it can bear.
    const path = join(this.#dir, TAKEN_FILE);
    this.#takenWrite = this.#takenWrite.then(() => replaceFile(path, String(this.#taken))).catch(() => undefined);
    if (this.#fileLines >= COMPACT_AFTER_LINES + 2 * this.#neededLines) void this.#compact();
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  session(id: string): JournalledAir | null {
    return this.#sessions.get(id) ?? null;
  }

  get sessionIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /**
   * A segment sounds from `startedAt`; what sounded before it has ended there. Told again it is not written again, nor is one before
   * it, which a process meets that goes on from bytes a destination has not taken.
   */
  begin(started: Omit<StartedLine, "n" | "type" | "entryId">): StartedLine {
    const entry = this.#sessions.get(started.sessionId)?.entry;
    if (entry && entry.serial >= started.serial) return entry;
    this.end(started, started.startedAt);
    const line = { ...started, type: "started" as const, entryId: randomUUID() };
    return { ...line, n: this.#append(line) };
  }

  /** Nothing sounds any more, or only the slate. */
  end(of: JournalledSession, endedAt: string): void {
    const air = this.#sessions.get(of.sessionId);
    if (!air?.entry) return;
    const { entryId, startedAt } = air.entry;
    const until = endedAt < startedAt ? startedAt : endedAt;
    this.#append({ ...named(of), type: "ended", entryId, endedAt: until, destinations: airedTo(air, until) });
  }

  /** Stop: the session's history is not needed any more. */
  close(of: JournalledSession, endedAt: string): void {
    this.end(of, endedAt);
    if (this.#sessions.has(of.sessionId)) this.#append({ ...named(of), type: "session-ended" });
  }

  /**
   * Which destinations take data now. Only what changed is written. What is connected at the beginning of a session gets
   * everything from the first byte; what is connected anew has taken nothing since its last evidence; what was adopted is
   * believed to take what is on its way.
   * @param wallTimeAgo ISO 8601 of that many milliseconds ago
   */
  destinations(of: JournalledSession, now: readonly OnAirDestination[], wallTimeAgo: (ms: number) => string): void {
    const air = this.#sessions.get(of.sessionId);
    for (const { id, kind, host, state, evidenceAgeMs } of now) {
      const before = air?.destinations.get(id);
      const isKnown = before !== undefined && !before.isGone;
      const wasTaking = isKnown ? before.downSince === null : !air?.entry;
      const isTaking = state === "sending" || (state === "connecting" && wasTaking);
      const isProven = state === "sending" || (isKnown && isTaking && before.unprovenSince === null);
      if (isKnown && isTaking === wasTaking && (!isTaking || isProven === (before.unprovenSince === null))) continue;
      const lostAt = isKnown ? (before.unprovenSince ?? wallTimeAgo(evidenceAgeMs ?? 0)) : (air?.entry?.startedAt ?? wallTimeAgo(0));
      const at = isTaking ? wallTimeAgo(0) : lostAt;
      this.#append({ ...named(of), type: "destination", id, kind, host, isTaking, isProven, isGone: false, at });
    }
    for (const [id, { kind, host, isGone }] of air?.destinations ?? []) {
      if (isGone || now.some((destination) => destination.id === id)) continue;
      this.#append({
        ...named(of),
        type: "destination",
        id,
        kind,
        host,
        isTaking: false,
        isProven: false,
        isGone: true,
        at: wallTimeAgo(0),
      });
    }
  }

  /** Nothing was sent in this interval, to none of them: the process was away for longer than its lead. */
  gap(of: JournalledSession, from: string, to: string): void {
    for (const [id, { kind, host, downSince, isGone }] of this.#sessions.get(of.sessionId)?.destinations ?? []) {
      if (downSince !== null || isGone) continue;
      const line = { ...named(of), type: "destination" as const, id, kind, host, isProven: true, isGone };
      this.#append({ ...line, isTaking: false, at: from });
      this.#append({ ...line, isTaking: true, at: to });
    }
  }

  /** Answers when all that was told is on the disk, or cannot be written for now. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** What is acknowledged afterwards is told again by the next process. */
  async closeFile(): Promise<void> {
    await this.#writer.close();
    this.#isClosed = true;
    await this.#takenWrite;
  }

  #append(unnumbered: Unnumbered<JournalLine>): number {
    const line: JournalLine = { ...unnumbered, n: this.#n + 1 };
    this.#learn(line);
    this.#fileLines += 1;
    this.#writer.append(line);
    return line.n;
  }

  #learn(line: JournalLine): void {
    this.#n = Math.max(this.#n, line.n);
    const after = follow(this.#sessions.get(line.sessionId) ?? null, line);
    if (after) this.#sessions.set(line.sessionId, after);
    else this.#sessions.delete(line.sessionId);
  }

  #publish(lines: readonly JournalLine[]): void {
    const entries = lines.flatMap((line) => toEntry(line) ?? []);
    if (entries.length === 0) return;
    this.#pending.push(...entries);
    this.#listeners.tell();
  }

  /** Keeps what was not taken, and what the sessions on air and their histories need. */
  #compact(): Promise<void> {
    this.#fileLines = 0;
    return this.#writer.exclusively(async () => {
      const path = join(this.#dir, LINES_FILE);
      const { lines } = await readJournal(path);
      const kept = stillNeeded(lines, this.#taken, this.#sessions);
      await replaceJournal(path, kept);
      this.#neededLines = kept.length;
      this.#fileLines += kept.length;
    });
  }
}

/** Lines that were not taken, or from which the sessions can be known again. */
function stillNeeded(lines: readonly JournalLine[], taken: number, sessions: ReadonlyMap<string, JournalledAir>): JournalLine[] {
  const entryIds = new Set([...sessions.values()].flatMap(({ entry, history }) => [entry, ...history].map((line) => line?.entryId)));
  const seen = new Set<string>();
  const kept = lines.toReversed().filter((line) => {
    if (line.n > taken) return true;
    if (line.type === "started" || line.type === "ended") return entryIds.has(line.entryId);
    const air = sessions.get(line.sessionId);
    if (line.type === "session-ended" || !air) return false;
    // Of what was before the entry on air only each destination's last state counts.
    const place = `${line.sessionId} ${line.id}`;
    const counts = line.n > (air.entry?.n ?? Infinity) || !seen.has(place);
    if (line.n <= (air.entry?.n ?? Infinity)) seen.add(place);
    return counts;
  });
  return kept.toReversed();
}

const named = (of: JournalledSession): JournalledSession => ({ streamId: of.streamId, sessionId: of.sessionId });

function toEntry(line: JournalLine): JournalEntry | null {
  if (line.type === "started") {
    const { entryId, title, artist, isrcCode, startedAt } = line;
    const ids = { streamId: streamId.parse(line.streamId), sessionId: sessionId.parse(line.sessionId) };
    const of = { itemId: itemId.parse(line.itemId), trackId: trackId.parse(line.trackId) };
    return { type: "started", position: line.n, entryId, ...ids, ...of, title, artist, isrcCode, startedAt };
  }
  if (line.type !== "ended") return null;
  const destinations = line.destinations.map((destination) => ({ ...destination, id: destinationId.parse(destination.id) }));
  return {
    type: "ended",
    position: line.n,
    entryId: line.entryId,
    streamId: streamId.parse(line.streamId),
    endedAt: line.endedAt,
    destinations,
  };
}
