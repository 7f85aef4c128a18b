import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFiles } from "../src/adapters/files.ts";

const NAME = `${"a".repeat(64)}.mp3`;
const MINUTE_MS = 60_000;
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-files-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

const nobodys = () => false;
const lain = () => readdirSync(join(dataDir, "files", "left", "audio"));
const inAudio = () => join(dataDir, "files", "audio", NAME);

describe("files that a start lays aside", () => {
  it("have a folder once there is one, and until then there are none: a full disk makes no folder, and keeps no server from starting", async () => {
    const files = createFiles(dataDir);
    expect(existsSync(join(dataDir, "files", "left"))).toBe(false);
    expect(files.listAside("audio")).toEqual([]);
    await files.clearAside(0, nobodys);
    writeFileSync(inAudio(), "x");
    files.layAside("audio", NAME);
    expect(files.listAside("audio")).toEqual([NAME]);
    files.bringBack("audio", NAME);
    expect(files.has("audio", NAME)).toBe(true);
  });

  it("lie there as long as servers run meanwhile, whatever a clock says, and anew once no row names them any more", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const files = createFiles(dataDir);
    symlinkSync(join(dataDir, "away"), inAudio());
    const other = NAME.replace("a.mp3", "b.mp3");
    writeFileSync(inAudio().replace(NAME, other), "x");
    utimesSync(inAudio().replace(NAME, other), 0, 0);
    for (const name of [NAME, other]) files.layAside("audio", name);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await files.clearAside(MINUTE_MS, nobodys);
    const later = createFiles(dataDir);
    await later.clearAside(MINUTE_MS, nobodys);
    expect(lain()).toEqual([NAME, other]);
    vi.advanceTimersByTime(1);
    await later.clearAside(MINUTE_MS, (kind, name) => `${kind}/${name}` === `audio/${NAME}`);
    expect(lain()).toEqual([NAME]);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await later.clearAside(MINUTE_MS, nobodys);
    expect(lain()).toEqual([NAME]);
    vi.advanceTimersByTime(1);
    await later.clearAside(MINUTE_MS, nobodys);
    expect(lain()).toEqual([]);
  });

  it("lie there anew where they were brought back meanwhile", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const files = createFiles(dataDir);
    writeFileSync(inAudio(), "x");
    files.layAside("audio", NAME);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await files.clearAside(MINUTE_MS, nobodys);
    const later = createFiles(dataDir);
    later.bringBack("audio", NAME);
    later.layAside("audio", NAME);
    vi.advanceTimersByTime(1);
    await later.clearAside(MINUTE_MS, nobodys);
    expect(lain()).toEqual([NAME]);
  });
});
