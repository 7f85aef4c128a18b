import { withinMs } from "@nightjar/kit";
import { sessionEndOf } from "./errors.ts";
import { guardTarget, type GuardTarget } from "./guards.ts";
import { readToken, readUser, renewCookie, saveUser } from "./session.ts";
import { loseSession } from "./signed-out.ts";
import { trpcClient } from "./trpc.ts";

/** Brings the stored user up to date; a session the server no longer knows is cleared. Never throws. */
export async function refreshAccount(): Promise<void> {
  const token = readToken();
  if (token === null) return;
  try {
    const { user } = await trpcClient.auth.me.query();
    if (readToken() === token) saveUser(user);
  } catch (error) {
    // A server that cannot be reached says nothing about the account.
    const why = sessionEndOf(error);
    if (why !== null && readToken() === token) loseSession(why);
  }
}

const LONGEST_WAIT_MS = 3000;
let atStart: Promise<unknown> | null = null;

/** Once a page load, before the first guard decides. */
export async function refreshAccountOnce(): Promise<void> {
  renewCookie();
  // A server that hangs must not keep the page blank: the stored account is believed then, until the server speaks.
  atStart ??= withinMs(refreshAccount(), LONGEST_WAIT_MS);
  await atStart;
}

/** Signing in just now is fresher than anything the server was asked before. */
export function forgetRefresh(): void {
  atStart = Promise.resolve();
}

/** What a guarded route does with its visitor; null lets them in. */
export async function guard(needsAdmin: boolean): Promise<GuardTarget | null> {
  // Without a token there is nothing to ask the server about.
  if (readToken() !== null) await refreshAccountOnce();
  return guardTarget(readToken(), readUser(), needsAdmin);
}

let onGuard: () => void = () => undefined;
/** Says what happens when the account was found no longer allowed in. */
export function whenNotAllowed(run: () => void): void {
  onGuard = run;
}

/** Asks the server anew while a screen stands. */
export async function recheckAccount(): Promise<void> {
  await refreshAccount();
  if (guardTarget(readToken(), readUser(), false) !== null) onGuard();
}
