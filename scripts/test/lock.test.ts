import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeEach, expect, it, onTestFinished } from "vitest";

const lock = join(import.meta.dirname, "../lib/lock.mjs");
let diary = "";

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "nightjar-lock-"));
  diary = join(folder, "diary");
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Takes the lock, writes so into the diary and says it, and keeps it until its standard input ends. */
const holder = `
  const { appendFileSync } = await import("node:fs");
  const { alone } = await import(process.argv[1]);
  await alone(async () => {
    appendFileSync(process.argv[2], "in ");
    process.stdout.write("in\\n");
    await new Promise((resolve) => process.stdin.resume().once("end", resolve));
    appendFileSync(process.argv[2], "out ");
  });`;

function hold() {
  const child = spawn(process.execPath, ["--input-type=module", "-e", holder, lock, diary]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const entered = once(createInterface(child.stdout), "line");
  return { child, entered, ended: once(child, "close") };
}

it("lets one in at a time, and the next when the first is done", async () => {
  const both = [hold(), hold()];
  await Promise.race(both.map(({ entered }) => entered));
  // Whoever waits has had its end of input already, so only the lock can hold it.
  for (const { child } of both) child.stdin.end();
  await Promise.all(both.map(({ ended }) => ended));
  expect(readFileSync(diary, "utf8")).toBe("in out in out ");
});

it("is free again when its holder is killed", async () => {
  const first = hold();
  await first.entered;
  const second = hold();
  first.child.kill("SIGKILL");
  await second.entered;
  expect(readFileSync(diary, "utf8")).toBe("in in ");
});
