import type { BackgroundId } from "@nightjar/contract";
import { NO_COPY_TEXT } from "@nightjar/contract";
import { addBackgroundFile, shaOf } from "@nightjar/api/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createBackground } from "../../src/backgrounds/create-background.ts";
import { deleteBackground } from "../../src/backgrounds/delete-background.ts";
import { getBackground } from "../../src/backgrounds/get-background.ts";
import { mezzanineJob } from "../../src/backgrounds/mezzanine.ts";
import { uploadVideo } from "../../src/backgrounds/upload-video.ts";
import { UnusableMedia } from "../../src/ports.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";
import { bringFiles, formOf } from "../support/files.ts";

let studio: Studio;
let id: BackgroundId;
beforeEach(async () => {
  studio = await openStudio();
  const videoUrl = addBackgroundFile(studio.services, "rain", { mezzanineState: "pending" });
  ({ id } = await studio.callVerb(createBackground, { title: "Rain", videoUrl }));
  const made = { tempPath: "/data/incoming/made", sha256: shaOf("made"), sizeBytes: 1 };
  studio.ports.files.make = async (write) => (await write(made.tempPath), made);
  studio.ports.files.publish = () => undefined;
});
afterEach(() => studio.close());

/** Runs what was queued last. */
const runLast = async (signal = new AbortController().signal) => studio.ports.queued.at(-1)?.run(signal, () => undefined);
const read = () => studio.callVerb(getBackground, { id });
const fails = (error: Error) => {
  studio.ports.media.makeMezzanine = async () => {
    throw error;
  };
};

it("a copy that the machine could not make is tried again, each time later, until it is there; meanwhile it is being prepared", async () => {
  fails(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  for (let tries = 1; tries <= 8; tries += 1) {
    await runLast();
    expect(studio.ports.queued).toHaveLength(tries + 1);
    expect(await read()).toMatchObject({ isPreparing: true, note: null });
  }
  const waitsMs = studio.ports.queued.map(({ afterMs }) => afterMs);
  expect(waitsMs).toEqual([undefined, 60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, 3_600_000, 3_600_000]);
  studio.ports.media.makeMezzanine = async () => undefined;
  await runLast();
  expect(await read()).toMatchObject({ isPreparing: false, note: null });
  expect(studio.ports.queued).toHaveLength(waitsMs.length);
});

it("a copy that cannot be made of this file is not tried again, and its background says that the upload itself airs", async () => {
  fails(new UnusableMedia("The video cannot be decoded"));
  await runLast();
  expect(studio.ports.queued).toHaveLength(1);
  expect(await read()).toMatchObject({ isPreparing: false, note: NO_COPY_TEXT });
});

it("a copy that could not be made is tried again with the file that is uploaded again, and its background says so at once", async () => {
  const { ports, services } = studio;
  fails(new UnusableMedia("The video cannot be decoded"));
  await runLast();
  bringFiles(ports);
  ports.media.readStill = async () => null;
  ports.media.readVideo = async () => ({ extension: "mp4", durationMs: 12_000, widthPx: 1280, heightPx: 720, poster: Buffer.from("rain") });
  const told: string[] = [];
  services.live.subscribe((event) => void (event.type === "changed" && told.push(`${event.entity} ${event.id}`)));
  await studio.callVerb(uploadVideo, formOf("rain"));
  expect(told).toEqual([`backgrounds ${id}`]);
  expect(await read()).toMatchObject({ isPreparing: true, note: null });
  expect(ports.queued.at(-1)?.key).toBe(mezzanineJob(shaOf("rain")));
});

it("one that our own end broke off stays to be made, and is not queued into a studio that ends", async () => {
  fails(new Error("aborted"));
  await runLast(AbortSignal.abort());
  expect(studio.ports.queued).toHaveLength(1);
  expect(await read()).toMatchObject({ isPreparing: true });
});

it("a copy is given up with the last background of its file, and queued again for the next that has it", async () => {
  const { videoUrl } = await read();
  const add = () => studio.callVerb(createBackground, { title: "More rain", videoUrl });
  const job = mezzanineJob(shaOf("rain"));
  const more = await add();
  await studio.callVerb(deleteBackground, { id: more.id });
  expect(studio.ports.cancelled).toEqual([]);
  await studio.callVerb(deleteBackground, { id });
  expect(studio.ports.cancelled).toEqual([job]);
  studio.ports.queued.splice(0);
  await add();
  expect(studio.ports.queued.map(({ key }) => key)).toEqual([job]);
});

it("one that was given up in the moment in which it was made is not kept", async () => {
  const wanted = new AbortController();
  const kept: string[] = [];
  studio.ports.files.publish = (_made, _kind, name) => void kept.push(name);
  studio.ports.media.makeMezzanine = async () => wanted.abort();
  await runLast(wanted.signal);
  expect(kept).toEqual([]);
  expect(await read()).toMatchObject({ isPreparing: true });
});
