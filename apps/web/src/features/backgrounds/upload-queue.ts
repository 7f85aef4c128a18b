import type { BackgroundFieldsInput, VideoUpload } from "@nightjar/contract";
import { createListeners, newId, oneAtATime } from "@nightjar/kit";
import { isFileGone } from "../../lib/errors.ts";
import type { UploadsShown } from "../../lib/uploads-shown.ts";
import type { GoOnOptions, Held } from "./go-on.ts";
import type { SendOptions } from "./send-in-pieces.ts";
import { refusalOf, UploadError } from "./send-video.ts";

/**
 * `waiting` for its turn → `sending` → `checking`, all of it is there → `uploaded`, and with whoever asked for it, or `creating` and then
 * `created` as a background of its own; or `failed`.
 */
export type VideoStatus = "waiting" | "sending" | "checking" | "uploaded" | "creating" | "created" | "failed";

export interface VideoItem {
  /** Also of the background that is made of it, so that it is made once. */
  readonly id: string;
  readonly file: File;
  readonly status: VideoStatus;
  /** 0 to 1. */
  readonly share: number;
  /** The connection is lost; it goes on by itself when it is back. */
  readonly isHeld: boolean;
  /** Why it failed or is held, as a sentence. */
  readonly reason: string | null;
  /** Whether another try may do better. */
  readonly mayWork: boolean;
  readonly upload: VideoUpload | null;
  /** It becomes a background as soon as it is there, titled by its name; else it is handed over to a form. */
  readonly creates: boolean;
}

export interface QueuePorts {
  /** @throws AbortError when it was cancelled */
  upload(file: File, options: SendOptions): Promise<VideoUpload>;
  /** Nothing more is wanted of what it began, and left where it failed. */
  forget(file: File): void;
  /** @throws AbortError when it was cancelled */
  create(fields: BackgroundFieldsInput, options: GoOnOptions): Promise<unknown>;
  /** The sentence for what an upload or a creation threw. @param failed the specification's, of the two */
  reasonOf(error: unknown, failed: string): string;
  onCreated(title: string): void;
}

/** Files on their way to the backgrounds, one after the other. It outlives the dialog that filled it. */
export interface UploadQueue {
  snapshot(): readonly VideoItem[];
  subscribe(listener: () => void): () => void;
  /** @returns their ids */
  add(files: readonly File[], creates: boolean): string[];
  /** Nobody waits for it with a form any more: it becomes a background by itself. */
  leave(id: string): void;
  /** Sends it again from where it was, or at once where it waits for the connection. */
  retry(id: string): void;
  /** Stops it where it is under way, and forgets it. */
  remove(id: string): void;
  /** What came through is not listed any more. */
  forgetCreated(): void;
  /** Everything stops and is forgotten. */
  clear(): void;
}

/** "harbour-rain.mp4" is titled "harbour-rain". */
export const titleOf = (fileName: string): string => (fileName.replace(/\.[^.]+$/, "").trim() || fileName).slice(0, 200);

export const isUnderWay = ({ status }: VideoItem): boolean => ["waiting", "sending", "checking", "creating"].includes(status);

/** The share of all bytes that are through, over what is under way and what is done. */
export function shareOf(items: readonly VideoItem[]): number {
  const counted = items.filter(({ status }) => status !== "failed");
  const total = counted.reduce((sum, { file }) => sum + file.size, 0);
  return total === 0 ? 0 : counted.reduce((sum, { file, share }) => sum + file.size * share, 0) / total;
}

/** What of them is told on every screen; null: nothing. What a form waits for is told by its dialog when it failed. */
export function summaryOf(items: readonly VideoItem[]): UploadsShown | null {
  const underWay = items.filter(isUnderWay);
  const failed = items.filter(({ creates, status }) => creates && status === "failed").length;
  const listed = items.filter(({ creates }) => creates).length;
  if (underWay.length === 0 && listed === 0) return null;
  return { files: underWay.length, share: shareOf(items), isHeld: underWay.some(({ isHeld }) => isHeld), failed, listed };
}

export function createUploadQueue(ports: QueuePorts): UploadQueue {
  let items: readonly VideoItem[] = [];
  const { subscribe, tell } = createListeners();
  let taken: { readonly id: string; readonly controller: AbortController } | null = null;
  let tryNow: (() => void) | null = null;

  const put = (next: readonly VideoItem[]) => {
    items = next;
    tell();
  };
  const find = (id: string) => items.find((item) => item.id === id);
  const change = (id: string, fields: Partial<VideoItem>) => put(items.map((item) => (item.id === id ? { ...item, ...fields } : item)));

  const create = async (id: string, upload: VideoUpload, options: GoOnOptions) => {
    const title = titleOf(upload.fileName);
    const { fileUrl: videoUrl, thumbnailUrl } = upload;
    await ports.create({ id, title, description: null, videoUrl, thumbnailUrl }, options);
    change(id, { status: "created" });
    ports.onCreated(title);
  };
  const send = async ({ id, file, upload }: VideoItem, options: GoOnOptions): Promise<VideoUpload> => {
    if (upload) return upload;
    change(id, { status: "sending", share: 0 });
    const onProgress = (share: number) => change(id, { share, status: share < 1 ? "sending" : "checking" });
    return ports.upload(file, { ...options, onProgress });
  };
  const begin = (id: string): GoOnOptions => {
    const controller = new AbortController();
    taken = { id, controller };
    const onHeld = (held: Held | null) => {
      tryNow = held && held.tryNow;
      change(id, { isHeld: held !== null, reason: held && held.reason });
    };
    return { signal: controller.signal, onHeld };
  };
  const made = async (id: string, upload: VideoUpload, isOld: boolean, options: GoOnOptions) => {
    try {
      await create(id, upload, options);
    } catch (error) {
      if (!isFileGone(error)) throw error;
      // Taken away meanwhile: the next try sends it again; at once, where it was sent a day ago or more.
      change(id, { upload: null, ...(isOld && { status: "waiting", share: 0 }) });
      if (!isOld) throw error;
    }
  };
  const take = async (item: VideoItem) => {
    const { id } = item;
    const options = begin(id);
    let failed = "Failed to upload file";
    try {
      const upload = await send(item, options);
      const creates = find(id)?.creates ?? false;
      change(id, { status: creates ? "creating" : "uploaded", share: 1, upload });
      failed = "Failed to create background";
      if (creates) await made(id, upload, item.upload !== null, options);
    } catch (error) {
      const mayWork = !(error instanceof UploadError) || error.mayWork;
      change(id, { status: "failed", isHeld: false, reason: ports.reasonOf(error, failed), mayWork });
    } finally {
      taken = null;
      tryNow = null;
    }
  };
  const drop = ({ id, file }: VideoItem) => (taken?.id === id ? taken.controller.abort() : ports.forget(file));
  const work = oneAtATime({
    next() {
      const item = items.find(isWaiting);
      return item ? () => take(item) : null;
    },
    onIdle: () => undefined,
  });

  return {
    snapshot: () => items,
    subscribe,
    add(files, creates) {
      const fresh = files.map((file) => newItem(newId(), file, creates));
      put([...items, ...fresh]);
      work.kick();
      return fresh.map(({ id }) => id);
    },
    leave(id) {
      const item = find(id);
      if (!item) return;
      // What has come already waits once more, to be made a background.
      change(id, { creates: true, ...(item.status === "uploaded" && { status: "waiting" }) });
      work.kick();
    },
    retry(id) {
      if (taken?.id === id) return tryNow?.();
      change(id, { status: "waiting", reason: null, share: find(id)?.upload ? 1 : 0 });
      work.kick();
    },
    remove(id) {
      const item = find(id);
      put(items.filter((other) => other !== item));
      if (item) drop(item);
    },
    forgetCreated: () => put(items.filter(({ status }) => status !== "created")),
    clear() {
      const dropped = items;
      put([]);
      dropped.forEach(drop);
    },
  };
}

const isWaiting = ({ status }: VideoItem) => status === "waiting";

function newItem(id: string, file: File, creates: boolean): VideoItem {
  const reason = refusalOf(file);
  const status = reason === null ? "waiting" : "failed";
  return { id, file, status, share: 0, isHeld: false, reason, mayWork: false, upload: null, creates };
}
