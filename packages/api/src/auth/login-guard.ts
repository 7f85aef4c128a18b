import { AppError } from "@nightjar/contract";
import { backOffMs, Recent } from "@nightjar/kit";
import type { Clock } from "../ports.ts";
import { countedAs } from "./counted-as.ts";

const FREE_FAILURES = 5;
const WAITS = { firstMs: 5_000, longestMs: 60_000 };
/** One address may fail for this many accounts together within a window. */
const ADDRESS_FAILURES = 100;
const WINDOW_MS = 15 * 60_000;
/** A flood of addresses costs no more memory than this; whoever tries again stays among them. */
const KEYS_MAX = 10_000;

interface Attempts {
  times: number;
  blockedUntilMs: number;
  /** Forgotten a window after this. */
  sinceMs: number;
}

/**
 * Slows guessing down. Counted by address and e-mail together, so that a stranger elsewhere cannot lock the owner out,
 * and the longest wait is a minute, so that the owner behind the same address is not out for long.
 */
export interface LoginGuard {
  /** Counts the attempt before it is verified, so that many at once do not slip through. @throws AppError 429 */
  begin(address: string, email: string): void;
  succeeded(address: string, email: string): void;
  /** A plain bound on how often one address may do something. @throws AppError 429 */
  limit(action: string, address: string, times: number): void;
  /** Counts what is done for somebody, and says whether that is still so little: who asked is not refused. */
  isWithin(action: string, whom: string, bound: Bound): boolean;
  /** What `isWithin` counted was not done. */
  takeBack(action: string, whom: string): void;
}

export interface Bound {
  readonly times: number;
  readonly withinMs: number;
}

export function createLoginGuard(clock: Clock): LoginGuard {
  const records = new Recent<string, Attempts>({ most: KEYS_MAX });

  const recordOf = (key: string, withinMs = WINDOW_MS): Attempts => {
    const now = clock.nowMs();
    const known = records.get(key);
    if (known && now - known.sinceMs < withinMs) return known;
    const record = { times: 0, blockedUntilMs: 0, sinceMs: now };
    records.set(key, record);
    return record;
  };

  const refuse = (waitMs: number): never => {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    throw new AppError("too-many-requests", `Too many attempts. Please try again in ${seconds} seconds.`, {
      details: { retryAfterSeconds: seconds },
    });
  };

  const refuseBlocked = (key: string) => {
    const waitMs = recordOf(key).blockedUntilMs - clock.nowMs();
    if (waitMs > 0) refuse(waitMs);
  };

  const count = (key: string, free: number): Attempts => {
    const record = recordOf(key);
    record.times += 1;
    if (record.times >= free) record.blockedUntilMs = clock.nowMs() + backOffMs(WAITS, record.times - free);
    return record;
  };

  /** Its window begins anew with each attempt: who goes on stays slow. */
  const countOn = (key: string, free: number) => void (count(key, free).sinceMs = clock.nowMs());

  const countBack = (key: string) => {
    const record = records.get(key);
    if (record) record.times = Math.max(0, record.times - 1);
  };

  const whole = (address: string) => `login\n${countedAs(address)}`;
  const pair = (address: string, email: string) => `login\n${countedAs(address)}\n${email}`;
  return {
    begin(address, email) {
      // What is refused is not verified, and counts for nobody: else one client that goes on and on shuts out all behind its address.
      refuseBlocked(whole(address));
      refuseBlocked(pair(address, email));
      count(whole(address), ADDRESS_FAILURES);
      countOn(pair(address, email), FREE_FAILURES);
    },
    succeeded(address, email) {
      records.delete(pair(address, email));
      countBack(whole(address));
    },
    limit(action, address, times) {
      const key = `${action}\n${countedAs(address)}`;
      refuseBlocked(key);
      countOn(key, times);
    },
    isWithin(action, whom, { times, withinMs }) {
      const record = recordOf(`${action}\n${whom}`, withinMs);
      if (record.times >= times) return false;
      record.times += 1;
      return true;
    },
    takeBack: (action, whom) => countBack(`${action}\n${whom}`),
  };
}
