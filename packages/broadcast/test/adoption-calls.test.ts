import { expect, it } from "vitest";
import { Adoption } from "../src/director/session/adoption.ts";
import { memoryLog, testPlan } from "./support/engine.ts";
import { named } from "./support/studio.ts";

const plan = testPlan([], "rtmp://127.0.0.1:1/live", "key");

/** Takes over a stream whose session says what it was asked for. */
function openAdoption() {
  const asked: string[] = [];
  const session = { skip: () => void asked.push("skip"), reconnect: (id: string) => void asked.push(`reconnect ${id}`) };
  let started: unknown;
  const adoption = new Adoption({
    ...{ engineDir: "/nowhere", bootId: "this", log: memoryLog().log, toThread: () => undefined, newSession: () => session as never },
    ...{ units: { find: async () => null } as never, journal: {} as never },
    sessions: { get: () => started, start: (one: unknown) => (started = one) } as never,
  });
  adoption.expect([plan], "Taken over.");
  return { adoption, asked, session };
}

it("what is asked of a stream while it is taken over is done once it is there, in the order of the asking, and then at once", async () => {
  const { adoption, asked, session } = openAdoption();
  adoption.act(plan.streamId, (one) => one.skip());
  adoption.act(plan.streamId, (one) => one.reconnect("first"));
  const there = adoption.whenThere(plan.streamId);
  expect([asked, adoption.planOf(plan.streamId)]).toEqual([[], plan]);
  adoption.begin();
  expect([asked, adoption.planOf(plan.streamId)]).toEqual([["skip", "reconnect first"], undefined]);
  expect(await there).toBe(session);
  adoption.act(plan.streamId, (one) => one.skip());
  expect(asked).toEqual(["skip", "reconnect first", "skip"]);
  expect(await adoption.whenThere(plan.streamId)).toBe(session);
});

it("who waits for a stream that is taken over is answered where the engine is closed before", async () => {
  const { adoption } = openAdoption();
  const there = adoption.whenThere(plan.streamId);
  adoption.close();
  expect(await there).toBeUndefined();
});

it("a stream that begins while what was left is looked through waits for that, with what is asked of it, and none waits for ever", async () => {
  const { adoption, asked } = openAdoption();
  const stock = Promise.withResolvers<void>();
  const taken = adoption.lookThrough([], "Taken over.", () => stock.promise);
  const next = { ...plan, ...named("next") };
  adoption.start(next);
  adoption.act(next.streamId, (one) => one.skip());
  expect([adoption.shown(next.streamId), adoption.plans, asked]).toMatchObject([
    { state: "preparing", reason: null, sessionId: next.sessionId },
    [plan, next],
    [],
  ]);
  stock.reject(new Error("the folder cannot be read"));
  await expect(taken).rejects.toThrow("the folder cannot be read");
  expect([adoption.plans, asked]).toEqual([[], ["skip"]]);
});
