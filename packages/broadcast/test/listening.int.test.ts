import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LiveViewer } from "@nightjar/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionDir } from "../src/director/session/session-record.ts";
import { FlvStreamParser, type ParsedTag } from "../src/flv/stream-parser.ts";
import { readPlayoutRecord } from "../src/playout/record.ts";
import { makeTone, planItem, testPlan } from "./support/engine.ts";
import { type Studio, openStudio, until } from "./support/studio.ts";

const KEY = "listened";

let ingest: RtmpIngest;
let studio: Studio;
beforeAll(async () => {
  ingest = await startRtmpIngest();
  studio = await openStudio();
});
afterAll(async () => {
  await studio.close();
  await ingest.remove();
});

/** Somebody who listens in, and all they were given. */
function listener() {
  const given: Buffer[] = [];
  let isEnded = false;
  const viewer: LiveViewer = {
    shape: "flv",
    take: (bytes) => given.push(Buffer.from(bytes)) > 0,
    end: () => void (isEnded = true),
  };
  return {
    viewer,
    bytes: () => Buffer.concat(given),
    get isEnded() {
      return isEnded;
    },
  };
}

/** Coded pictures and packets of sound, as their bytes without the times, which each connection counts for itself. */
function content(bytes: Buffer): string[] {
  const isContent = ({ kind }: ParsedTag) => kind === "video" || kind === "audio";
  return [...new FlvStreamParser().push(bytes)].filter(isContent).map(({ bytes: tag }) => tag.toString("latin1", 11, tag.length - 4));
}

describe("who listens in to a stream on air", () => {
  it("is given what its destination is sent, tag for tag, and leaves nothing behind", async () => {
    const item = planItem("a", await makeTone(join(studio.dir, "a.wav"), { seconds: 60, hz: 440 }), 60_000);
    const plan = testPlan([item], ingest.url, KEY);
    const { viewer: early } = listener();
    expect(studio.engine.listen(plan.streamId, early)).toBeNull();
    studio.engine.apply(plan);
    await studio.trackStarted(plan, 1);
    const dir = sessionDir(studio.engineDir, plan.streamId);
    const [first, second] = [listener(), listener()];
    const leave = [first, second].map(({ viewer }) => studio.engine.listen(plan.streamId, viewer));
    await until(() => content(first.bytes()).length > 200 && second.bytes().length > 0);
    expect((await readdir(dir)).filter((name) => name.startsWith("listener"))).toHaveLength(1);
    // What is recorded for the next process knows nothing of it.
    expect(readPlayoutRecord(dir)?.position.feeds).toHaveLength(1);
    leave.forEach((go) => go?.());
    await until(async () => (await readdir(dir)).every((name) => !name.startsWith("listener")));
    const heard = content(first.bytes());
    const again = listener();
    studio.engine.listen(plan.streamId, again.viewer);
    await until(() => content(again.bytes()).length > 50);
    expect(studio.engine.onAir(plan.streamId).destinations).toHaveLength(1);
    studio.engine.stop(plan.streamId);
    await until(() => again.isEnded);
    await studio.waitFor(plan.streamId, ({ state }) => state === "off");
    const [recording = ""] = await ingest.recordings(KEY);
    const sent = content(await readFile(recording));
    // The picture stands: its first tag comes again with each round of it, and what follows that differs in the sound.
    const begins = sent.flatMap((tag, at) => (tag === heard[0] ? [at] : []));
    const isHeardAt = (at: number) => heard.every((tag, index) => tag === sent[at + index]);
    expect(begins.some(isHeardAt), `${heard.length} tags heard, ${sent.length} sent, which begin alike at ${begins.join(", ")}`).toBe(true);
  });
});
