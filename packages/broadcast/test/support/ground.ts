import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type EngineHost, startHost } from "./engine-host.ts";
import { testFolder } from "./engine.ts";
import { type Studio, endPublishers, openStudio } from "./studio.ts";
import { type TestWorkshop, openWorkshop } from "./workshop.ts";

/** What tests of a whole engine stand on: a folder and an ingest for the file, and engines in processes of their own. */
export interface Ground {
  readonly dir: string;
  /** Of the engines that are started here. */
  readonly engineDir: string;
  readonly ingest: RtmpIngest;
  start(plans: readonly Plan[]): Promise<EngineHost>;
}

/** There from the first test of the file to the last; whatever still runs then is ended. */
export function testGround(): Ground {
  const folder = Promise.withResolvers<Awaited<ReturnType<typeof testFolder>>>();
  const hosts: EngineHost[] = [];
  let dir = "";
  let ingest: RtmpIngest | null = null;
  beforeAll(async () => {
    folder.resolve(await testFolder());
    ({ dir } = await folder.promise);
    ingest = await startRtmpIngest();
  });
  afterAll(async () => {
    for (const host of hosts) await host.end("SIGKILL");
    await endPublishers(join(dir, "engine"));
    await ingest?.remove();
    await (await folder.promise).remove();
  });
  return {
    get dir() {
      return dir;
    },
    get engineDir() {
      return join(dir, "engine");
    },
    get ingest() {
      if (!ingest) throw new Error("it is there from the first test on");
      return ingest;
    },
    async start(plans) {
      const host = await startHost(join(dir, "engine"), plans);
      hosts.push(host);
      return host;
    },
  };
}

/** A workshop for each test, over a folder of its own. */
export interface WorkshopGround {
  readonly dir: string;
  readonly opened: TestWorkshop;
  /** Another over the same folder, as of the next process. */
  reopen(): Promise<void>;
}

export function workshopGround(): WorkshopGround {
  let folder: Awaited<ReturnType<typeof testFolder>> | null = null;
  let opened: TestWorkshop | null = null;
  const dir = () => folder?.dir ?? "";
  const open = async () => (opened = await openWorkshop(join(dir(), "engine")));
  beforeEach(async () => {
    folder = await testFolder();
    await open();
  });
  afterEach(async () => {
    await opened?.close();
    await folder?.remove();
  });
  return {
    get dir() {
      return dir();
    },
    get opened() {
      if (!opened) throw new Error("it is there in each test");
      return opened;
    },
    async reopen() {
      await opened?.close();
      await open();
    },
  };
}

/** For all tests of a file: an engine in this process, a program that stands in for its ffmpeg, and an ingest. */
export interface StandInGround {
  readonly dir: string;
  readonly ffmpegPath: string;
  readonly studio: Studio;
  readonly ingest: RtmpIngest;
}

/** @param script of the shell, in place of ffmpeg; whatever it does not end itself the real one is given */
export function standInGround(script: string): StandInGround {
  let folder: Awaited<ReturnType<typeof testFolder>> | null = null;
  let studio: Studio | null = null;
  let ingest: RtmpIngest | null = null;
  const dir = () => folder?.dir ?? "";
  const ffmpegPath = () => join(dir(), "ffmpeg");
  const there = <T>(thing: T | null): T => {
    if (!thing) throw new Error("it is there from the first test on");
    return thing;
  };
  beforeAll(async () => {
    folder = await testFolder();
    await writeFile(ffmpegPath(), `#!/bin/sh\n${script}\nexec ffmpeg "$@"\n`, { mode: 0o700 });
    studio = await openStudio(undefined, { ffmpegPath: ffmpegPath() });
    ingest = await startRtmpIngest();
  });
  afterAll(async () => {
    await studio?.close();
    await ingest?.remove();
    await folder?.remove();
  });
  return {
    get dir() {
      return dir();
    },
    get ffmpegPath() {
      return ffmpegPath();
    },
    get studio() {
      return there(studio);
    },
    get ingest() {
      return there(ingest);
    },
  };
}
