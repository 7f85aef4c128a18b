import { RESET_LIFETIME_MS } from "@nightjar/contract";
import { auditLog, passwordResets, users } from "@nightjar/db";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createResetLink } from "../src/auth/create-reset-link.ts";
import { login } from "../src/auth/login.ts";
import { me } from "../src/auth/me.ts";
import { requestReset } from "../src/auth/request-reset.ts";
import { resetOnMachine } from "../src/auth/reset-on-machine.ts";
import { resetPassword } from "../src/auth/reset-password.ts";
import { MailUnsentError } from "../src/mail-unsent-error.ts";
import { openStudio } from "./support/call-verb.ts";
import type { Studio } from "./support/call-verb.ts";
import { holdDisk } from "./support/hold-disk.ts";

const NEW = "the new password";
let studio: Studio;
beforeEach(async () => {
  studio = await openStudio();
  studio.ports.mailer.configured = true;
});
afterEach(() => {
  vi.useRealTimers();
  return studio.close();
});

const ask = (email: string) => studio.callVerb(requestReset, { email }, "anonymous");
const use = (token: string, newPassword = NEW) => studio.callVerb(resetPassword, { token, newPassword }, "anonymous");
const refusedUse = (token: string) => studio.refusal(resetPassword, { token, newPassword: NEW }, "anonymous");
const signIn = (email: string, password = NEW) => studio.callVerb(login, { email, password }, "anonymous");
const tokenIn = (text: string | undefined) => /\/reset-password#([\w-]{43})/.exec(text ?? "")?.[1] ?? "";
const audited = (action: string) => studio.services.db.select().from(auditLog).where(eq(auditLog.action, action)).all();

describe("a link by mail", () => {
  it("sets a new password once, and signs the account out everywhere", async () => {
    const { email, token: session } = await studio.account("staff", "approved");
    await ask(email.toUpperCase());
    const [mail] = studio.ports.mails;
    expect(mail?.to).toBe(email);
    expect(mail?.text).toContain("https://studio.example/reset-password#");
    const token = tokenIn(mail?.text);
    await use(token);
    expect((await signIn(email)).user.email).toBe(email);
    expect((await studio.refusal(me, undefined, { token: session })).details).toEqual({ sessionEnded: "password-reset" });
    expect((await refusedUse(token)).message).toBe("This link does not work any more. Ask for a new one.");
  });

  it("works for an hour", async () => {
    const { email } = await studio.account("staff", "approved");
    const now = Date.now();
    studio.ports.clock.set(now);
    await ask(email);
    studio.ports.clock.set(now + RESET_LIFETIME_MS);
    expect((await refusedUse(tokenIn(studio.ports.mails[0]?.text))).code).toBe("invalid-input");
    await ask(email);
    studio.ports.clock.set(now + 2 * RESET_LIFETIME_MS - 1);
    await use(tokenIn(studio.ports.mails[1]?.text));
  });

  it("ends no other by being asked for, mailed or an administrator's, and all of them with a new password", async () => {
    const { id, email } = await studio.account("staff", "approved");
    const { path } = await studio.callVerb(createResetLink, { userId: id });
    await ask(email);
    await ask(email);
    expect(studio.services.db.select().from(passwordResets).all()).toHaveLength(3);
    await use(tokenIn(path));
    for (const { text } of studio.ports.mails) expect((await refusedUse(tokenIn(text))).code).toBe("invalid-input");
    await ask(email);
    await ask(email);
    await use(tokenIn(studio.ports.mails.at(-2)?.text));
    expect(studio.services.db.select().from(passwordResets).all()).toEqual([]);
  });

  it("is not to be told from none, by the answer or by what is written for it", async () => {
    const { email } = await studio.account("staff", "approved");
    const { email: rejected } = await studio.account("staff", "rejected");
    const answers = [await ask(email), await ask("nobody@example.com"), await ask(rejected)];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(studio.services.db.select().from(passwordResets).all()).toHaveLength(3);
    expect(studio.ports.mails.map(({ to }) => to)).toEqual([email]);
  });

  it("opens nothing where it was asked for an e-mail that nobody has", async () => {
    await ask("nobody@example.com");
    const [row] = studio.services.db.select().from(passwordResets).all();
    expect(row?.userId).toBeNull();
    expect((await refusedUse(row?.token ?? "")).code).toBe("invalid-input");
  });

  it("is stored as a hash only, and stands in no line of the log, not even when the mail cannot be sent", async () => {
    const { email } = await studio.account("staff", "approved");
    studio.ports.mailer.send = async (mail) => {
      studio.ports.mails.push(mail);
      throw new Error("no route");
    };
    await ask(email);
    const token = tokenIn(studio.ports.mails[0]?.text);
    expect(token).not.toBe("");
    expect(JSON.stringify(studio.services.db.select().from(passwordResets).all())).not.toContain(token);
    expect(JSON.stringify(studio.ports.logged)).not.toContain(token);
    expect(studio.ports.logged.map(({ message }) => message)).toContain("the mail with a link to reset a password could not be sent");
  });

  it("goes to one e-mail five times within an hour, and who asks again is answered alike, whether there is an account or not", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { email } = await studio.account("staff", "approved");
    const now = Date.now();
    studio.ports.clock.set(now);
    const answers: unknown[] = [];
    for (let time = 0; time < 8; time++) answers.push(await ask(email), await ask("nobody@example.com"));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(studio.ports.mails).toHaveLength(5);
    expect(studio.services.db.select().from(passwordResets).all()).toHaveLength(10);
    studio.ports.clock.set(now + RESET_LIFETIME_MS);
    vi.advanceTimersByTime(RESET_LIFETIME_MS);
    await ask(email);
    expect(studio.ports.mails).toHaveLength(6);
  });

  it("is mailed once that goes again, however often the mail server was not there: only what was sent counts", async () => {
    const { email } = await studio.account("staff", "approved");
    const { mailer } = studio.ports;
    const { send } = mailer;
    mailer.send = async () => {
      throw new MailUnsentError("no route");
    };
    for (let time = 0; time < 7; time++) await ask(email);
    mailer.send = send;
    for (let time = 0; time < 7; time++) await ask(email);
    expect(studio.ports.mails).toHaveLength(5);
  });

  it("goes to the mail server five times within an hour also where that fails later, as what it took may have arrived", async () => {
    const { email } = await studio.account("staff", "approved");
    const send = vi.fn().mockRejectedValue(new Error("Timeout"));
    studio.ports.mailer.send = send;
    for (let time = 0; time < 7; time++) await ask(email);
    expect(send).toHaveBeenCalledTimes(5);
  });

  it("is mailed once there is room on the disk again, however often that was full: only what was sent counts", async () => {
    const { email } = await studio.account("staff", "approved");
    const { $client } = studio.services.db;
    $client.exec("create trigger full before insert on password_resets begin select raise(abort, 'database or disk is full'); end");
    for (let time = 0; time < 5; time++) await studio.refusal(requestReset, { email }, "anonymous");
    $client.exec("drop trigger full");
    for (let time = 0; time < 7; time++) await ask(email);
    expect(studio.ports.mails).toHaveLength(5);
  });

  it("is slowed down for one address, however many e-mails it asks for", async () => {
    for (let time = 0; time < 20; time++) await ask(`nobody-${time}@example.com`);
    const refused = await studio.refusal(requestReset, { email: "one-more@example.com" }, "anonymous");
    expect(refused.message).toMatch(/^Too many attempts/);
  });

  it("is not promised where no mail can be sent", async () => {
    studio.ports.mailer.configured = false;
    const { email } = await studio.account("staff", "approved");
    const refused = await studio.refusal(requestReset, { email }, "anonymous");
    expect([refused.code, refused.message]).toEqual(["unavailable", "E-mail is not set up here. Ask an administrator for a link."]);
  });
});

describe("a link by an administrator", () => {
  it("ends those that were mailed before it, which may lie in another's hands", async () => {
    const { id, email } = await studio.account("staff", "approved");
    await ask(email);
    const { path } = await studio.callVerb(createResetLink, { userId: id });
    expect((await refusedUse(tokenIn(studio.ports.mails[0]?.text))).code).toBe("invalid-input");
    await use(tokenIn(path));
  });

  it("is made by administrators only, is shown once, and leaves entries in the audit log", async () => {
    const { id, email } = await studio.account("staff", "approved");
    expect((await studio.refusal(createResetLink, { userId: id }, "staff")).code).toBe("forbidden");
    const { path } = await studio.callVerb(createResetLink, { userId: id });
    await use(tokenIn(path));
    await signIn(email);
    expect(audited("admin.createResetLink").filter(({ outcome }) => outcome === "ok")).toMatchObject([{ subjectId: id }]);
    expect(audited("auth.resetPassword")).toMatchObject([{ subjectId: id, outcome: "ok" }]);
    expect(JSON.stringify(studio.services.db.select().from(auditLog).all())).not.toContain(tokenIn(path));
  });

  it("takes no password that is too short, and is not used up by one", async () => {
    const { id } = await studio.account("staff", "approved");
    const { path } = await studio.callVerb(createResetLink, { userId: id });
    const short = await studio.refusal(resetPassword, { token: tokenIn(path), newPassword: "short" }, "anonymous");
    expect(short.message).toBe("Password must be at least 8 characters");
    await use(tokenIn(path));
  });
});

describe("a new password by the machine's own command", () => {
  it("is made up, shown once and written down as a hash, and signs the account out everywhere", async () => {
    const { id, email, token } = await studio.account("admin", "approved");
    const made = await resetOnMachine(studio.services, ` ${email.toUpperCase()} `);
    if (!("password" in made)) throw new Error("no password was made");
    expect((await signIn(email, made.password)).user.email).toBe(email);
    expect((await studio.refusal(me, undefined, { token })).details).toEqual({ sessionEnded: "password-reset" });
    expect(JSON.stringify(studio.services.db.select().from(users).all())).not.toContain(made.password);
    expect(audited("machine.resetPassword")).toMatchObject([{ subjectId: id, userId: null, outcome: "ok" }]);
  });

  it("is shown once the disk has it", async () => {
    const { email } = await studio.account("admin", "approved");
    const disk = holdDisk(studio);
    const shown = vi.fn();
    const reset = resetOnMachine(studio.services, email).then(shown);
    await disk.isAwaited();
    expect(shown).not.toHaveBeenCalled();
    disk.take();
    await reset;
    expect(shown).toHaveBeenCalledWith({ password: expect.any(String) });
  });

  it("names the administrators where there is no such account", async () => {
    const { email } = await studio.account("admin", "approved");
    await studio.account("admin", "rejected");
    expect(await resetOnMachine(studio.services, "nobody@example.com")).toEqual({ administrators: [email] });
  });
});
