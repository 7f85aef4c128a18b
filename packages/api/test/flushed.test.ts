import { asRun, auditLog, sessions, streams } from "@nightjar/db";
import { itemId, sessionId, streamId as toStreamId, trackId } from "@nightjar/contract";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { login } from "../src/auth/login.ts";
import { register } from "../src/auth/register.ts";
import { requestReset } from "../src/auth/request-reset.ts";
import { removeSample } from "../src/sample/sample-channel.ts";
import { followEngine } from "../src/streams/live-feed.ts";
import { createStream } from "../src/streams/create-stream.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";

const PEOPLE = { email: "anna@example.com", password: "a long password" };
let studio: Studio;
/** The disk, which takes nothing before a test says so. */
let disk: PromiseWithResolvers<void>;
beforeEach(async () => {
  studio = await openStudio();
  studio.ports.mailer.configured = true;
  await studio.callVerb(register, PEOPLE, "anonymous");
  await studio.callVerb(createStream, { title: "Before" });
  studio.services.db.run("update users set status = 'approved'");
  disk = Promise.withResolvers();
  disk.promise.catch(() => undefined);
  vi.spyOn(studio.services.db, "flushed").mockImplementation(() => disk.promise);
});
afterEach(() => studio.close());

const named = (title: string) => studio.services.db.select().from(streams).where(eq(streams.title, title)).all();
const entriesOf = (action: string) => studio.services.db.select().from(auditLog).where(eq(auditLog.action, action)).all();

describe("while the disk has not taken a change", () => {
  it("it is in force and told to everybody who watches, and its answer waits", async () => {
    const told = vi.fn();
    studio.services.live.subscribe(told);
    const answered = vi.fn();
    const call = studio.callVerb(createStream, { title: "Night" }).then(answered);
    await vi.waitFor(() => expect(named("Night")).toHaveLength(1));
    await vi.waitFor(() =>
      expect(told).toHaveBeenCalledWith(expect.objectContaining({ type: "changed", entity: "streams" }), expect.anything()),
    );
    expect(answered).not.toHaveBeenCalled();
    disk.resolve();
    await call;
    expect(answered).toHaveBeenCalledOnce();
  });

  it("nobody is signed in, nor mailed what follows from it", async () => {
    const signedIn = vi.fn();
    const signIn = studio.callVerb(login, PEOPLE, "anonymous").then(signedIn);
    const reset = studio.callVerb(requestReset, { email: PEOPLE.email }, "anonymous");
    await vi.waitFor(() => expect(studio.services.db.select().from(sessions).all()).toHaveLength(2));
    await vi.waitFor(() => expect(entriesOf("auth.requestReset")).toHaveLength(1));
    expect(signedIn).not.toHaveBeenCalled();
    expect(studio.ports.mails).toEqual([]);
    disk.resolve();
    await Promise.all([signIn, reset]);
    expect(studio.ports.mails).toMatchObject([{ to: PEOPLE.email }]);
  });

  it("the sample channel is not told to be gone, though all of it was deleted one by one", async () => {
    const gone = vi.fn();
    const removal = studio.callVerb(removeSample, {}).then(gone);
    // The sweeper waits as well: for what it swept, and not for what is told after it.
    await vi.waitFor(() => expect(studio.services.db.flushed).toHaveBeenCalledOnce());
    expect(gone).not.toHaveBeenCalled();
    disk.resolve();
    await removal;
    expect(studio.services.db.flushed).toHaveBeenCalledTimes(2);
  });

  it("what aired is told, and not acknowledged to the engine, which would forget it", async () => {
    const stop = followEngine(studio.services);
    const streamId = named("Before")[0]?.id ?? toStreamId.parse("");
    studio.engine.write({
      ...{ type: "started", position: 1, entryId: "entry-000001", streamId, sessionId: sessionId.parse("session-1") },
      ...{ itemId: itemId.parse("item-1"), trackId: trackId.parse("track-1"), title: "T", artist: "A", isrcCode: null },
      startedAt: new Date().toISOString(),
    });
    expect(studio.services.db.select().from(asRun).all()).toHaveLength(1);
    expect(studio.engine.acknowledged).toEqual([]);
    disk.resolve();
    await vi.waitFor(() => expect(studio.engine.acknowledged).toEqual([1]));
    stop();
  });
});

it("says that a change went wrong where the disk refuses it, in its audit entry too", async () => {
  const refused = studio.refusal(createStream, { title: "Night" });
  disk.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
  expect((await refused).code).toBe("disk-full");
  expect(entriesOf("streams.create").map(({ outcome }) => outcome)).toEqual(["ok", "disk-full"]);
});

it("leaves one audit entry of a sign-in that the disk refuses, which says so", async () => {
  const refused = studio.refusal(login, PEOPLE, "anonymous");
  disk.reject(Object.assign(new Error("ENOSPC"), { code: "ENOSPC" }));
  expect((await refused).code).toBe("disk-full");
  expect(entriesOf("auth.login").map(({ outcome }) => outcome)).toEqual(["disk-full"]);
});
