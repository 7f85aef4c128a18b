import type { Logger, Plan, StreamId } from "@nightjar/contract";
import { expect, it, vi } from "vitest";
import { Sessions } from "../src/director/session/sessions.ts";
import type { StreamSession } from "../src/director/session/stream-session.ts";
import { PLAN } from "./support/air-desk.ts";

/** What the chain of a stream asks of its sessions, and no more. */
const stub = (session: unknown): StreamSession => session as StreamSession;

it("starts a stream again although what its last session left could not be removed, and says so in the log", async () => {
  const error = vi.fn();
  const sessions = new Sessions({ error } as Partial<Logger> as Logger, () => true);
  const notRemoved = new Error("EBUSY");
  const settled = Promise.resolve();
  const start = vi.fn(() => settled);
  const plan = { streamId: "one" };
  const first = { plan, state: "on-air", start: () => settled, stop: () => Promise.reject(notRemoved), release: () => settled };
  const second = { plan, state: "off", start, stop: () => settled, release: () => settled };
  sessions.start(stub(first));
  sessions.start(stub(second));
  await expect.poll(() => error.mock.calls.length).toBe(1);
  expect(error).toHaveBeenCalledWith({ err: notRemoved, streamId: "one" }, "session not ended as it should");
  await expect.poll(() => start.mock.calls.length).toBe(1);
  await sessions.close({ offAir: false });
});

it("needs the files of streams on air and of those that are being taken over, and not of those that are being stopped", async () => {
  const sessions = new Sessions({ error: () => undefined } as Partial<Logger> as Logger, () => true);
  const showing = (sha256: string, state: string) => {
    const plan: Plan = {
      ...PLAN,
      streamId: sha256 as StreamId,
      items: [],
      background: { kind: "video", file: { path: `/m/${sha256}`, sha256 } },
    };
    const settled = Promise.resolve();
    return { plan, wanted: plan, state, places: () => [], start: () => settled, stop: () => settled, release: () => settled };
  };
  for (const session of [showing("live", "on-air"), showing("ended", "stopping")]) sessions.start(stub(session));
  const used = sessions.filesInUse(new Set(["live", "ended", "expected", "of nobody"]), [showing("expected", "off").plan]);
  expect([...used].toSorted()).toEqual(["expected", "live"]);
  await sessions.close({ offAir: false });
});
