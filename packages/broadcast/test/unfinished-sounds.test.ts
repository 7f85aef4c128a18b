import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TAG_AUDIO, TAG_VIDEO, fileHeader, writeTag } from "../src/flv/tag.ts";
import { unfinishedSounds, unfinishedUnits, untilRendered } from "./support/studio.ts";

let engineDir = "";
const at = (name: string) => join(engineDir, "cache", "unfinished", name);
beforeEach(() => {
  engineDir = mkdtempSync(join(tmpdir(), "nightjar-unfinished-"));
  mkdirSync(at(""), { recursive: true });
});
afterEach(() => rmSync(engineDir, { recursive: true, force: true }));

it("a kill waits for sounds and for no picture, whose second pass takes minutes where the machine is busy", async () => {
  const unitOf = (type: number) => Buffer.concat([fileHeader(), writeTag(type, 0, Buffer.alloc(7))]);
  writeFileSync(at("picture.flv"), unitOf(TAG_VIDEO));
  writeFileSync(at("sound.flv"), unitOf(TAG_AUDIO));
  writeFileSync(at("whole.flv"), unitOf(TAG_AUDIO));
  linkSync(at("whole.flv"), join(engineDir, "cache", "whole.flv"));
  writeFileSync(at("just-begun.flv"), "");
  expect(unfinishedUnits(engineDir).toSorted()).toEqual(["just-begun.flv", "picture.flv", "sound.flv"]);
  expect(unfinishedSounds(engineDir).toSorted()).toEqual(["just-begun.flv", "sound.flv"]);
  for (const name of ["just-begun.flv", "sound.flv"]) rmSync(at(name));
  await untilRendered(engineDir);
});
