import { type FileHandle, open, readFile, rename } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "@nightjar/contract";
import { replaceFile } from "@nightjar/kit/node";
import { isMissing } from "../../render/standing-folder.ts";
import { type JournalLine, journalLine } from "./journal-state.ts";

const RETRY_MS = 2000;

export interface JournalLines {
  readonly lines: JournalLine[];
  readonly unreadable: number;
  readonly endsWhole: boolean;
}

/** What was written and still reads; what a crash has left half written is passed over. Rejects where the disk does not tell. */
export async function readJournal(path: string): Promise<JournalLines> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return "";
    throw error;
  });
  const lines: JournalLine[] = [];
  let unreadable = 0;
  for (const row of text.split("\n")) {
    if (row === "") continue;
    const line = parseLine(row);
    // Written again after a write that had failed half-way: the number tells.
    if (line && line.n > (lines.at(-1)?.n ?? 0)) lines.push(line);
    else if (!line) unreadable += 1;
  }
  return { lines, unreadable, endsWhole: text === "" || text.endsWith("\n") };
}

function parseLine(row: string): JournalLine | null {
  try {
    return journalLine.safeParse(JSON.parse(row)).data ?? null;
  } catch {
    return null;
  }
}

/** As `readJournal`; a file that the disk does not tell is kept beside, and what comes is written into another. */
export async function openJournal(path: string, log: Logger): Promise<JournalLines> {
  return readJournal(path).catch(async (error: unknown) => {
    const aside = `${path}.unread-${Date.now()}`;
    log.error({ err: error, aside }, "the as-run journal could not be read: it is kept beside, and another is begun");
    await rename(path, aside).catch((failure: unknown) => log.error({ err: failure }, "the as-run journal could not be kept beside"));
    return { lines: [], unreadable: 0, endsWhole: true };
  });
}

/** Puts `lines` in the file's place: the old or the new one is there after a crash, whole. */
export async function replaceJournal(path: string, lines: readonly JournalLine[]): Promise<void> {
  await replaceFile(path, lines.map(toRow).join(""), { isDurable: true });
}

const toRow = (line: JournalLine) => `${JSON.stringify(line)}\n`;

/** Appends lines in order, several with one flush where they come faster than the disk; never gives one up. */
export class JournalWriter {
  readonly #path: string;
  readonly #log: Logger;
  readonly #onDurable: (lines: readonly JournalLine[]) => void;
  #file: FileHandle | null = null;
  #queue: JournalLine[] = [];
  #isTorn: boolean;
  #isClosed = false;
  #isFailing = false;
  #work: Promise<void> = Promise.resolve();
  #isWorking = false;
  #attempts: (() => void)[] = [];

  /** @param isTorn the file's last line was not finished */
  constructor(path: string, isTorn: boolean, log: Logger, onDurable: (lines: readonly JournalLine[]) => void) {
    this.#path = path;
    this.#isTorn = isTorn;
    this.#log = log;
    this.#onDurable = onDurable;
  }

  append(line: JournalLine): void {
    this.#queue.push(line);
    this.#start();
  }

  /** Answers when what was appended is on the disk, or could not be written for now. */
  async flush(): Promise<void> {
    if (this.#queue.length === 0 && !this.#isWorking) return;
    await new Promise<void>((done) => this.#attempts.push(done));
  }

  /** While no line is being written: `work` may put another file in the place of this one. */
  exclusively(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      await this.#letGo();
      await work();
      this.#isTorn = false;
    });
    this.#work = this.#work.catch((error: unknown) => this.#log.warn({ err: error }, "the journal could not be made shorter"));
    this.#start();
    return this.#work;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
    await this.#work;
    await this.#letGo();
  }

  async #letGo(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.close();
  }

  #start(): void {
    if (this.#isWorking || this.#queue.length === 0) return;
    this.#isWorking = true;
    this.#work = this.#work.then(() => this.#write());
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue;
      this.#queue = [];
      try {
        this.#file ??= await open(this.#path, "a", 0o600);
        await this.#file.appendFile((this.#isTorn ? "\n" : "") + batch.map(toRow).join(""));
        this.#isTorn = false;
        await this.#file.datasync();
        this.#isFailing = false;
        this.#onDurable(batch);
      } catch (error) {
        this.#queue = [...batch, ...this.#queue];
        this.#isTorn = true;
        // What it was opened on may be gone: a disk that comes back is another one to it.
        await this.#letGo().catch(() => undefined);
        this.#tellAttempt();
        if (!this.#isFailing) this.#log.error({ err: error }, "the as-run journal could not be written");
        this.#isFailing = true;
        if (this.#isClosed) break;
        await pause(RETRY_MS);
      }
    }
    this.#isWorking = false;
    this.#tellAttempt();
  }

  #tellAttempt(): void {
    for (const done of this.#attempts.splice(0)) done();
  }
}
