import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal, patiently } from "../lib/run.mjs";

let folder = "";
let said = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nightjar-run-"));
  said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
  return () => rmSync(folder, { recursive: true, force: true });
});
afterEach(() => vi.restoreAllMocks());

/** Says what it is at and stands still, deaf to a polite signal, the first time; the second time it is done at once. */
const stillAtFirst = ["-c", `mkdir "$0" && { trap "" TERM; echo asking the registry; exec sleep 100; }; echo brought`];
/** In which it has come to stand still, on a busy machine too. */
const SOON = 5 / 60;

describe("a program that stands still", () => {
  it("is ended when its time is over, told of, and begun anew", async () => {
    expect(await patiently([SOON, 1], "sh", [...stillAtFirst, join(folder, "seen")])).toBe("brought\n");
    expect(said).toMatch(/^asking the registry\n.* was not done after .* min\. Trying again …\n$/s);
  });

  it("is a refusal that says what it was at, when no time is left", async () => {
    const failure = await patiently([SOON], "sh", [...stillAtFirst, join(folder, "seen")]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Refusal);
    expect(String(failure)).toMatch(/asking the registry\n.* Can this machine reach its package registry\?$/s);
  });
});

it("a program that fails by itself is not tried again", async () => {
  const once = patiently([1, 1], "sh", ["-c", 'mkdir "$0" && exit 3', join(folder, "seen")]);
  await expect(once).rejects.toThrow(/ended with 3\.$/);
  expect(said).toBe("");
});
