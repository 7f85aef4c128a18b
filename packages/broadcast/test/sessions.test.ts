import type { Logger } from "@nightjar/contract";
import { expect, it, vi } from "vitest";
import { Sessions } from "../src/director/session/sessions.ts";
import type { StreamSession } from "../src/director/session/stream-session.ts";

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
