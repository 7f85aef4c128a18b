import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "../src/adapters/files.ts";

const NAME = `${"a".repeat(64)}.mp3`;
const MINUTE_MS = 60_000;
let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "nightjar-files-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const nobodys = () => false;
const lain = () => readdirSync(join(dataDir, "files", "left", "audio"));
const inAudio = () => join(dataDir, "files", "audio", NAME);

describe("files that a start lays aside", () => {
  it("have a folder once there is one, and until then there are none: a full disk makes no folder, and keeps no server from starting", async () => {
    const files = createFiles(dataDir);
    expect(existsSync(join(dataDir, "files", "left"))).toBe(false);
    expect(files.listAside("audio")).toEqual([]);
    await files.clearAside(new Date(), nobodys);
    writeFileSync(inAudio(), "x");
    files.layAside("audio", NAME, new Date());
    expect(files.listAside("audio")).toEqual([NAME]);
    files.bringBack("audio", NAME);
    expect(files.has("audio", NAME)).toBe(true);
  });

  it("are laid aside where their time cannot be set, as of a link that leads nowhere", () => {
    const files = createFiles(dataDir);
    symlinkSync(join(dataDir, "away"), inAudio());
    files.layAside("audio", NAME, new Date());
    expect([lain(), files.list("audio")]).toEqual([[NAME], []]);
  });

  it("lie there from then on, however old they look, and those that a row names for as long as it does", async () => {
    const files = createFiles(dataDir);
    symlinkSync(join(dataDir, "away"), inAudio());
    writeFileSync(inAudio().replace("a.mp3", "b.mp3"), "x");
    files.layAside("audio", NAME, new Date());
    files.layAside("audio", NAME.replace("a.mp3", "b.mp3"), new Date(0));
    const later = createFiles(dataDir);
    await later.clearAside(new Date(Date.now() - MINUTE_MS), nobodys);
    expect(lain()).toHaveLength(2);
    await later.clearAside(new Date(Date.now() + MINUTE_MS), (kind, name) => `${kind}/${name}` === `audio/${NAME}`);
    expect(lain()).toEqual([NAME]);
    await later.clearAside(new Date(Date.now() + MINUTE_MS), nobodys);
    expect(lain()).toEqual([]);
  });
});
