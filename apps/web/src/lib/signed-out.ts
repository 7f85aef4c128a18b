import type { SessionEnd } from "@nightjar/contract";
import { clearSession } from "./session.ts";

/** "unknown": the server does not know the token, and not what became of it either. */
export type SignedOut = SessionEnd | "unknown";

/** Beside the token, so that all tabs know it: whichever of them notices first takes the token from the others. */
const WHY_KEY = "signedOutBecause";
/** Each tab goes back to where it was. */
const PLACE_KEY = "cameFrom";
const BEFORE_THE_STUDIO = ["/login", "/register", "/reset-password", "/waiting-approval"];

/** The session is gone, and nobody signed out: the sign-in page says why. */
export function loseSession(why: SignedOut): void {
  localStorage.setItem(WHY_KEY, why);
  clearSession();
}

export function readSignedOut(): SignedOut | null {
  const stored = localStorage.getItem(WHY_KEY);
  if (stored === null) return null;
  return asSignedOut(stored);
}

/** A page that asked for a sign-in: it is gone back to afterwards. */
export function rememberPlace(href: string): void {
  sessionStorage.setItem(PLACE_KEY, href);
}

/** Where to go after signing in: only ever an address of our own. */
export function placeToGo(): string {
  return safePlace(sessionStorage.getItem(PLACE_KEY));
}

export function safePlace(href: string | null): string {
  // "//host" and "/\host" lead elsewhere.
  if (href === null || !/^\/(?![/\\])/.test(href)) return "/";
  const path = href.split(/[?#]/)[0] ?? "/";
  return BEFORE_THE_STUDIO.includes(path) ? "/" : href;
}

/** Signed in again, or out on purpose: nothing of before counts. */
export function forgetSignedOut(): void {
  localStorage.removeItem(WHY_KEY);
  sessionStorage.removeItem(PLACE_KEY);
}

/** What the sign-in page says of it. */
export const SIGNED_OUT_WORDS: Readonly<Record<SignedOut, string>> = {
  rejected: "Account has been rejected. Please contact support.",
  pending: "Your account waits for approval again, so you were signed out.",
  deleted: "Your account has been deleted. Please contact support.",
  "password-changed": "Your password was changed in another session. Sign in with the new one.",
  "password-reset": "Your password was reset, so you were signed out everywhere. Sign in with the new one.",
  elsewhere: "You were signed out from another session of yours. Sign in to go on where you were.",
  expired: "Your session has expired: it was not used for 30 days. Sign in to go on where you were.",
  unknown: "Your session is not known here any more. Sign in to go on where you were.",
};

/** The reason by its name; one that a newer server gives is not known here. */
export function asSignedOut(name: string | undefined): SignedOut {
  return name !== undefined && isReason(name) ? name : "unknown";
}
const isReason = (name: string): name is SignedOut => Object.hasOwn(SIGNED_OUT_WORDS, name);
