import type { UserId } from "@nightjar/contract";
import { auditLog, grantRequests, grants, sessions, users, ytBroadcasts } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { deleteUser } from "../src/auth/delete-user.ts";
import { setStatus } from "../src/auth/set-status.ts";
import { defineChange } from "../src/verb.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { CHANGING_CALLS } from "./support/changing-calls.ts";

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
});
afterEach(() => studio.close());

const lastEntry = () => studio.services.db.select().from(auditLog).all().at(-1);

/** Prepared for as long as the test says: a file that is received, a service that is asked. */
function slowChange() {
  const begun = Promise.withResolvers<void>();
  const made = Promise.withResolvers<string>();
  const kept: string[] = [];
  const released: string[] = [];
  const verb = defineChange({
    name: "test.slow",
    access: "admin",
    input: z.void(),
    output: z.string(),
    prepare() {
      begun.resolve();
      return made.promise;
    },
    commit(_tx, { prepared }) {
      kept.push(prepared);
      return prepared;
    },
    release: (prepared) => void released.push(prepared),
  });
  return { verb, begun: begun.promise, finish: () => made.resolve("made"), kept, released };
}

const MEANWHILE: readonly [how: string, putOut: (id: UserId) => unknown, code: string][] = [
  ["is rejected", (userId) => studio.callVerb(setStatus, { userId, status: "rejected" }), "unauthenticated"],
  ["has to wait for approval again", (userId) => studio.callVerb(setStatus, { userId, status: "pending" }), "unauthenticated"],
  ["is deleted", (userId) => studio.callVerb(deleteUser, { userId }), "unauthenticated"],
  ["loses the role", (id) => studio.services.db.update(users).set({ role: "staff" }).where(eq(users.id, id)).run(), "forbidden"],
];

it.each(MEANWHILE)("of who %s while a change is prepared nothing is stored, and the refusal is noted", async (_how, putOut, code) => {
  const { id, token } = await studio.account("admin", "approved");
  const { verb, begun, finish, kept, released } = slowChange();
  const refused = studio.refusal(verb, undefined, { token });
  await begun;
  await putOut(id);
  finish();
  expect((await refused).code).toBe(code);
  expect([kept, released]).toEqual([[], ["made"]]);
  expect(lastEntry()).toMatchObject({ action: "test.slow", userId: id, outcome: code });
});

/** Calls a change while whose last question to a service everybody is signed out. */
async function signedOutDuring(action: string, service: "youtube" | "spotify", method: string): Promise<void> {
  const made = (await CHANGING_CALLS[action]?.ready?.(studio)) ?? {};
  const port = studio.ports[service];
  const ask: (...args: unknown[]) => unknown = Reflect.get(port, method);
  const signOut = () => studio.services.db.delete(sessions).run();
  Object.assign(port, { [method]: (...args: unknown[]) => (signOut(), ask(...args)) });
  await CHANGING_CALLS[action]?.call(studio, made);
}

it.each([
  ["youtube.setupStream", "youtube", "insertStream"],
  ["youtube.updateStream", "youtube", "updateBroadcast"],
  ["spotify.analyze", "spotify", "playlist"],
  ["spotify.sync", "spotify", "playlist"],
] as const)("of who is signed out while %s is done at %s it is noted that it was done", async (action, service, method) => {
  await signedOutDuring(action, service, method);
  expect(lastEntry()).toMatchObject({ action, outcome: "ok" });
});

it("a broadcast that was renamed at YouTube has its new title here, though who did that was signed out meanwhile", async () => {
  await signedOutDuring("youtube.updateStream", "youtube", "updateBroadcast");
  expect(studio.services.db.select().from(ytBroadcasts).all()).toMatchObject([{ title: "Dawn" }]);
});

const PUT_OUT: readonly [how: string, putOut: (id: UserId) => unknown][] = [
  ["is rejected", (id) => studio.services.db.update(users).set({ status: "rejected" }).where(eq(users.id, id)).run()],
  ["is deleted", (id) => studio.services.db.delete(users).where(eq(users.id, id)).run()],
];
const CALLBACKS = [
  ["youtube.callback", "google"],
  ["spotify.callback", "spotify"],
] as const;

it.each(CALLBACKS.flatMap(([action, service]) => PUT_OUT.map(([how, putOut]) => [action, how, service, putOut] as const)))(
  "by %s nothing is stored of what somebody gave who %s while the service was asked, and the page says why",
  async (action, _how, service, putOut) => {
    const { db } = studio.services;
    const made = (await CHANGING_CALLS[action]?.ready?.(studio)) ?? {};
    const begunBy = db.select().from(grantRequests).get()?.userId;
    if (begunBy === undefined) throw new Error("nobody was sent away");
    const before = db.select().from(grants).all();
    const provider = studio.ports.grantProviders[service];
    const { exchange } = provider;
    provider.exchange = (returned) => (putOut(begunBy), exchange(returned));
    await expect(CHANGING_CALLS[action]?.call(studio, made)).rejects.toThrow("may not use the studio any more");
    expect(db.select().from(grants).all()).toEqual(before);
  },
);
