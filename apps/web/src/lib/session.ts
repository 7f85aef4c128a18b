import { SESSION_COOKIE, SESSION_LIFETIME_MS } from "@nightjar/contract";
import { z } from "zod";

/** What the browser keeps of the account; a role or status it does not know is kept as it is. */
const storedUser = z.object({
  id: z.string().optional(),
  email: z.string(),
  role: z.string(),
  status: z.string(),
  createdAt: z.string(),
});
export type StoredUser = z.infer<typeof storedUser>;

export const TOKEN_KEY = "authToken";
const USER_KEY = "user";

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

export function readUser(): StoredUser | null {
  const text = localStorage.getItem(USER_KEY);
  if (text === null) return null;
  try {
    const parsed = storedUser.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The cookie carries the same token for calls that send no header: uploads, media and the event stream. */
function writeCookie(token: string, maxAgeSeconds: number): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${SESSION_COOKIE}=${encodeURIComponent(token)}; Path=/; SameSite=Strict; Max-Age=${maxAgeSeconds}${secure}`;
}

/** Writes the cookie again beside a stored token, so that it lives as long as the sliding session. */
export function renewCookie(): void {
  const token = readToken();
  if (token !== null) writeCookie(token, SESSION_LIFETIME_MS / 1000);
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
