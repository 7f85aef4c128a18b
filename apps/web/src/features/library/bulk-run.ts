import { isIsrc, normalIsrc, type AudioUpload, type TrackFieldsInput } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import { isFileGone } from "../../lib/errors.ts";
import type { UploadOptions } from "../../lib/upload.ts";
import {
  ARTIST_TEXT,
  isAudio,
  isBeingAdded,
  isOpen,
  isReady,
  markDuplicates,
  needsArtist,
  newItem,
  pasteColumn,
  processedShare,
  readyItems,
  setCode,
  tooLarge,
  trackOf,
  twinOf,
  twinText,
  withoutItem,
  type Answer,
  type BulkItem,
} from "./bulk-items.ts";
import type { FileTags } from "./file-tags.ts";

export interface BulkPorts {
  readTags(file: File): Promise<FileTags>;
  /** @throws AbortError when it was cancelled */
  upload(file: File, options: UploadOptions): Promise<AudioUpload>;
  /** What is known by a code, its cover among ours. @param durationMs null: the file does not tell @throws AbortError when it was cancelled, and then only */
  lookUp(isrcCode: string, signal: AbortSignal, durationMs: number | null): Promise<Answer>;
  create(fields: TrackFieldsInput): Promise<unknown>;
  /** The sentence for what an upload or a creation threw. */
  reasonOf(error: unknown): string;
}

export interface BulkState {
  readonly items: readonly BulkItem[];
  /** null: nothing runs; else the share of files that are through. */
  readonly progress: number | null;
  /** Whether what files leave out is looked up by their codes. */
  readonly looksUp: boolean;
}

export interface BulkOutcome {
  readonly succeeded: number;
  readonly failed: number;
}

/** Several files with their codes: looked into, filled in, sent one after the other. */
export interface BulkRun {
  getSnapshot(): BulkState;
  subscribe(listener: () => void): () => void;
  /** @returns how many were no audio */
  add(files: readonly File[]): number;
  /** One that is under way is stopped; one whose track is being made stays. */
  remove(id: string): void;
  setIsrc(id: string, isrcCode: string): void;
  setArtist(id: string, artist: string): void;
  /** A column of codes, from the given file downwards. @returns how many lines found no file */
  paste(id: string, lines: readonly string[]): number;
  mark(duplicates: readonly string[]): void;
  lookUp(isWanted: boolean): void;
  /** One that is being looked up or sent is stopped, and waits again. One whose track is being made is not. */
  cancel(id: string): void;
  /** The files that are ready, one after the other. */
  process(): Promise<BulkOutcome | "nothing ready" | "under way">;
  /** Nothing further is sent; what is being looked up or sent is stopped. */
  stop(): void;
}

const natural = new Intl.Collator("en", { numeric: true });
/** The browser itself names no path in a folder that was dropped; who walks through it does. */
const pathOf = (file: File & { readonly relativePath?: unknown }): string =>
  (typeof file.relativePath === "string" && file.relativePath) || file.webkitRelativePath || file.name;
/** A folder's files come in any order; in this one a pasted column finds them. */
const byPath = (a: File, b: File) => natural.compare(pathOf(a), pathOf(b));

type Ending = "success" | "error" | "cancelled";

export function createBulkRun(ports: BulkPorts): BulkRun {
  let state: BulkState = { items: [], progress: null, looksUp: true };
  const { subscribe, tell } = createListeners();
  let nextId = 1;
  let reading: Promise<void> = Promise.resolve();
  let underWay: { readonly id: string; readonly controller: AbortController } | null = null;
  let isStopped = false;

  const put = (next: Partial<BulkState>) => {
    state = { ...state, ...next };
    tell();
  };
  const find = (id: string) => state.items.find((item) => item.id === id);
  const change = (id: string, fields: Partial<BulkItem>) =>
    put({ items: state.items.map((item) => (item.id === id ? { ...item, ...fields } : item)) });

  /** What is typed already stays. */
  const look = async ({ id, file }: BulkItem) => {
    if (!find(id)) return;
    const tags = await ports.readTags(file);
    const item = find(id);
    if (item) change(id, { tags, ...(item.isrcCode === "" && tags.isrcCode !== null && { isrcCode: tags.isrcCode }) });
  };

  const looked = async ({ id, isrcCode, tags }: BulkItem, signal: AbortSignal) => {
    if (!state.looksUp) return null;
    const { known, note } = await ports.lookUp(normalIsrc(isrcCode), signal, tags?.durationMs ?? null);
    // An answer may come though nobody waits for it any more.
    signal.throwIfAborted();
    change(id, { lookupNote: note });
    return known;
  };
  const uploaded = async (item: BulkItem, signal: AbortSignal): Promise<AudioUpload> => {
    if (item.upload) return item.upload;
    const refusal = tooLarge(item.file);
    if (refusal !== null) throw new Error(refusal);
    const upload = await ports.upload(item.file, { signal, onProgress: (share) => change(item.id, { share }) });
    change(item.id, { upload });
    return upload;
  };
  const made = async (item: BulkItem, known: Answer["known"], signal: AbortSignal): Promise<TrackFieldsInput> => {
    const trackData = trackOf(await uploaded(item, signal), item, known);
    // It may have been cancelled once the last of it was sent. From here on it cannot be.
    signal.throwIfAborted();
    change(item.id, { share: null });
    try {
      await ports.create(trackData);
      return trackData;
    } catch (error) {
      if (item.upload === null || !isFileGone(error)) throw error;
      // Sent a day ago or more, and taken away meanwhile.
      const unsent = { share: 0, upload: null };
      change(item.id, unsent);
      return made({ ...item, ...unsent }, known, signal);
    }
  };
  const processOne = async (item: BulkItem): Promise<Ending> => {
    const { id } = item;
    const controller = new AbortController();
    const { signal } = controller;
    underWay = { id, controller };
    change(id, { status: "processing", errorMessage: null, share: item.upload ? 1 : 0 });
    try {
      const known = await looked(item, signal);
      if (needsArtist(item) && item.artist.trim() === "" && !known?.artist) throw new Error(ARTIST_TEXT);
      const trackData = await made(item, known, signal);
      change(id, { status: "success", trackData, share: null });
      return "success";
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === "AbortError";
      change(id, { ...(isCancelled ? { status: "pending" } : { status: "error", errorMessage: ports.reasonOf(error) }), share: null });
      return isCancelled ? "cancelled" : "error";
    } finally {
      underWay = null;
    }
  };
  /** null: it has gone meanwhile, or is not ready any more. */
  const next = async (id: string): Promise<Ending | null> => {
    const item = find(id);
    if (!item || !isReady(item)) return null;
    const first = twinOf(state.items, item);
    if (first) {
      change(id, { status: "duplicate", errorMessage: twinText(first) });
      return null;
    }
    return processOne(item);
  };

  return {
    getSnapshot: () => state,
    subscribe,
    add(files) {
      const audio = files.filter(isAudio).toSorted(byPath);
      const fresh = audio.map((file) => newItem(String(nextId++), file));
      put({ items: [...state.items, ...fresh] });
      // One after the other, so that the page stays quick with hundreds.
      for (const item of fresh) reading = reading.then(() => look(item));
      return files.length - audio.length;
    },
    remove(id) {
      const item = find(id);
      if (item && isBeingAdded(item)) return;
      if (underWay?.id === id) underWay.controller.abort();
      put({ items: withoutItem(state.items, id) });
    },
    setIsrc: (id, isrcCode) => put({ items: setCode(state.items, id, isrcCode) }),
    setArtist(id, artist) {
      const item = find(id);
      if (item && isOpen(item)) change(id, { artist, ...(item.status === "error" && { status: "pending", errorMessage: null }) });
    },
    paste(id, lines) {
      const from = state.items.findIndex((item) => item.id === id);
      put({ items: pasteColumn(state.items, id, lines) });
      return Math.max(0, lines.length - (state.items.length - from));
    },
    mark: (duplicates) => put({ items: markDuplicates(state.items, duplicates) }),
    lookUp: (looksUp) => put({ looksUp }),
    cancel(id) {
      if (underWay?.id === id) underWay.controller.abort();
    },
    async process() {
      if (state.progress !== null) return "under way";
      const ids = readyItems(state.items).map((item) => item.id);
      if (ids.length === 0) return "nothing ready";
      isStopped = false;
      put({ progress: 0 });
      const endings: (Ending | null)[] = [];
      for (const id of ids) {
        if (isStopped) break;
        // One after the other: the machine is rationed for what is on air.
        endings.push(await next(id));
        put({ progress: processedShare(endings.length, ids.length) });
      }
      put({ progress: null });
      const count = (ending: Ending) => endings.filter((each) => each === ending).length;
      return { succeeded: count("success"), failed: count("error") };
    },
    stop() {
      isStopped = true;
      underWay?.controller.abort();
    },
  };
}

/** The codes that are typed and are codes, for the check against the library: what was just added to it, or is, is no duplicate. */
export const typedCodes = (items: readonly BulkItem[]): string[] =>
  items
    .filter(isOpen)
    .map((item) => normalIsrc(item.isrcCode))
    .filter(isIsrc);
