import { AppError } from "@nightjar/contract";
import { users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changePassword } from "../../src/auth/change-password.ts";
import { login } from "../../src/auth/login.ts";
import { register } from "../../src/auth/register.ts";
import { resetPassword } from "../../src/auth/reset-password.ts";
import { createStream } from "../../src/streams/create-stream.ts";
import { openStudio } from "../support/call-verb.ts";
import type { Studio } from "../support/call-verb.ts";

const STRANGERS = 120;
/** One is derived, the others wait. */
const TAKEN = 51;
const ANNA = { email: "anna@example.com", password: "long enough" };
const FULL = { code: "too-many-requests", message: "Too many passwords are being checked right now. Please try again in 3 seconds." };

let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  await studio.callVerb(register, ANNA, "anonymous");
  studio.services.db.update(users).set({ status: "approved" }).where(eq(users.email, ANNA.email)).run();
});
afterEach(() => {
  vi.restoreAllMocks();
  return studio.close();
});

/** Each of a network of its own. */
const stranger = (at: number) => ({ token: null, clientAddress: `2001:db8:0:${at.toString(16)}::1` });
const LINK = { token: "of nobody", newPassword: "long enough" };

/** All at once, with a link that never was: what is answered to it comes after the password was derived. */
function flood() {
  const codes: string[] = [];
  const use = async (at: number) => {
    const outcome: unknown = await studio.callVerb(resetPassword, LINK, stranger(at)).catch((error: unknown) => error);
    codes.push(outcome instanceof AppError ? outcome.code : "unexpected");
  };
  const over = Promise.all(Array.from({ length: STRANGERS }, (_, at) => use(at)));
  const count = (code: string) => codes.filter((one) => one === code).length;
  return { over, derived: () => count("invalid-input"), refused: () => count("too-many-requests") };
}

describe("the passwords of strangers, however many come at once from however many addresses", () => {
  it("keep no change waiting, nor who is signed in and changes a password", async () => {
    const { token } = await studio.callVerb(login, ANNA, "anonymous");
    // In place of the disk, which may be slow by itself: something that needs a thread of the same pool for a moment.
    vi.spyOn(studio.services.db, "flushed").mockImplementation(async () => void (await stat(".")));
    const strangers = flood();
    await nextTurn();
    await studio.callVerb(createStream, { title: "Night" }, { token });
    expect(strangers.derived()).toBeLessThan(TAKEN / 2);
    await studio.callVerb(changePassword, { currentPassword: ANNA.password, newPassword: "longer still" }, { token });
    expect(strangers.derived()).toBeLessThan(TAKEN / 2);
    await strangers.over;
  });

  it("are derived one after the other, 50 wait, and who comes then is told when to try again, which counts as no attempt", async () => {
    const strangers = flood();
    const guess = () => studio.refusal(login, { ...ANNA, password: "wrong wrong" }, stranger(STRANGERS));
    const useLink = () => studio.refusal(resetPassword, LINK, stranger(STRANGERS));
    const turnedAway = [...Array.from({ length: 30 }, guess), ...Array.from({ length: 30 }, useLink)];
    for (const refusal of await Promise.all(turnedAway)) expect(refusal).toMatchObject({ ...FULL, details: { retryAfterSeconds: 3 } });
    await strangers.over;
    expect([strangers.derived(), strangers.refused()]).toEqual([TAKEN, STRANGERS - TAKEN]);
    for (let attempt = 0; attempt < 5; attempt++) expect((await guess()).code).toBe("unauthenticated");
    expect((await useLink()).code).toBe("invalid-input");
  });
});
