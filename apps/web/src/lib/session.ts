import { SESSION_COOKIE, SESSION_LIFETIME_MS } from "@nightjar/contract";
import { fieldsOf, textOf } from "./shape.ts";

/** What the browser keeps of the account; a role or status it does not know is kept as it is. */
export interface StoredUser {
  readonly id?: string | undefined;
  readonly email: string;
  readonly role: string;
  readonly status: string;
  readonly createdAt: string;
}

export const TOKEN_KEY = "authToken";
const USER_KEY = "user";

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function readUser(): StoredUser | null {
  const text = localStorage.getItem(USER_KEY);
  if (text === null) return null;
  try {
    return asUser(JSON.parse(text));
  } catch {
    return null;
  }
}

function asUser(value: unknown): StoredUser | null {
  const fields = fieldsOf(value);
  const [email, role, status, createdAt] = [fields["email"], fields["role"], fields["status"], fields["createdAt"]].map(textOf);
  if (email === undefined || role === undefined || status === undefined || createdAt === undefined) return null;
  return { id: textOf(fields["id"]), email, role, status, createdAt };
}

/** The cookie carries the same token for calls that send no header: uploads, media and the event stream. */
function writeCookie(token: string, maxAgeSeconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${SESSION_COOKIE}=${encodeURIComponent(token)}; Path=/; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Writes the cookie again beside a stored token: it lives as long as the sliding session, and is there for who is about to rely on it. */
export function renewCookie(): void {
  const token = readToken();
  if (token !== null) writeCookie(token, SESSION_LIFETIME_MS / 1000);
}

const RENEW_EVERY_MS = 60 * 60 * 1000;
let renewedAtMs = 0;

/** Whatever slides the session renews the cookie with it, for a tab may stand open for months; once an hour is often enough. */
export function keepCookie(): void {
  const nowMs = Date.now();
  if (Math.abs(nowMs - renewedAtMs) < RENEW_EVERY_MS) return;
  renewedAtMs = nowMs;
  renewCookie();
}

export function saveSession(token: string, user: StoredUser): void {
  localStorage.setItem(TOKEN_KEY, token);
  saveUser(user);
  renewCookie();
}

export function saveUser(user: StoredUser): void {
  localStorage.setItem(USER_KEY, JSON.stringify(user));
}

/** Signs out: the stored token, user and cookie go; the server is not asked. */
export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USER_KEY);
  writeCookie("", 0);
}
