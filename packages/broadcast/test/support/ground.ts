import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "@nightjar/contract";
import { type RtmpIngest, startRtmpIngest } from "@nightjar/rtmp-ingest";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type EngineHost, startHost } from "./engine-host.ts";
import { testFolder } from "./engine.ts";
import { type Studio, endPublishers, openStudio } from "./studio.ts";
import { type TestWorkshop, openWorkshop } from "./workshop.ts";

const there = <T>(thing: T | null): T => {
  if (!thing) throw new Error("it is there while tests run");
  return thing;
};

/** There from the first test of the file to the last; what is begun later is ended earlier. */
function throughFile<T>(begin: () => Promise<T>, end: (thing: T) => Promise<void>): () => T {
  let thing: T | null = null;
  beforeAll(async () => void (thing = await begin()));
  afterAll(async () => {
    if (thing) await end(thing);
  });
  return () => there(thing);
}
const folderOfFile = () => throughFile(testFolder, (folder) => folder.remove());
const ingestOfFile = () => throughFile(startRtmpIngest, (ingest) => ingest.remove());

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
  const folder = folderOfFile();
  const ingest = ingestOfFile();
  const hosts: EngineHost[] = [];
  const engineDir = () => join(folder().dir, "engine");
  afterAll(async () => {
    for (const host of hosts) await host.end("SIGKILL");
    await endPublishers(engineDir());
  });
  return {
    get dir() {
      return folder().dir;
    },
    get engineDir() {
      return engineDir();
    },
    get ingest() {
      return ingest();
    },
    async start(plans) {
      const host = await startHost(engineDir(), plans);
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
      return there(opened);
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
  const folder = folderOfFile();
  const ingest = ingestOfFile();
  const ffmpegPath = () => join(folder().dir, "ffmpeg");
  const open = async () => {
    await writeFile(ffmpegPath(), `#!/bin/sh\n${script}\nexec ffmpeg "$@"\n`, { mode: 0o700 });
    return openStudio(undefined, { ffmpegPath: ffmpegPath() });
  };
  const studio = throughFile(open, (opened) => opened.close());
  return {
    get dir() {
      return folder().dir;
    },
    get ffmpegPath() {
      return ffmpegPath();
    },
    get studio() {
      return studio();
    },
    get ingest() {
      return ingest();
    },
  };
}
