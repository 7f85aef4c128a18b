import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Adoption } from "../src/director/session/adoption.ts";
import { writeSessionRecord } from "../src/director/session/session-record.ts";
import { memoryLog, testPlan } from "./support/engine.ts";

it("what was left of a session and cannot be ended keeps no other stream off the air, and is told", async () => {
  const engineDir = mkdtempSync(join(tmpdir(), "nightjar-adoption-"));
  const { log, lines } = memoryLog();
  const started: unknown[] = [];
  const adoption = new Adoption({
    ...{ engineDir, bootId: "this", log, toThread: () => undefined, newSession: (plan) => plan as never },
    units: { find: async () => null } as never,
    journal: {
      end() {
        throw new Error("the disk is read-only");
      },
    } as never,
    sessions: { start: (session: unknown) => void started.push(session) } as never,
  });
  const left = { streamId: "left", sessionId: "left-1", profileId: "720p30", encoder: "software", quality: "standard" } as const;
  writeSessionRecord(join(engineDir, "sessions", "left"), { ...left, bootId: "before", publishers: [] });
  const plan = testPlan([], "rtmp://127.0.0.1:1/live", "key");
  adoption.expect([plan], "Taken over.");
  await adoption.takeOver(["left"]);
  adoption.begin();
  rmSync(engineDir, { recursive: true });
  expect(started).toEqual([plan]);
  expect(lines.map(({ message }) => message)).toEqual(["what was left of a session could not be taken over"]);
});

it("a stream that loses its thread while others are taken over is begun in none of their places: it is taken over in its turn", async () => {
  const { log } = memoryLog();
  const plan = testPlan([], "rtmp://127.0.0.1:1/live", "key");
  const [stock, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const started: unknown[] = [];
  const adoption = new Adoption({
    ...{ engineDir: "/nowhere", bootId: "this", log, toThread: () => undefined, newSession: (one) => one as never },
    ...{ units: { find: async () => null } as never, journal: {} as never },
    sessions: {
      start: (session: unknown) => void started.push(session),
      takeBegun: () => [{ wanted: plan, unitKeys: ["sound"], release: () => released.promise }],
    } as never,
  });
  const taken = adoption.lookThrough([], "Taken over.", () => stock.promise);
  adoption.takeAgain("Taken over again.");
  stock.resolve();
  await taken;
  expect([started, adoption.plans, adoption.unitKeys]).toEqual([[], [plan], ["sound"]]);
  released.resolve();
  await adoption.isDone;
  expect([started, adoption.plans]).toEqual([[plan], []]);
});
