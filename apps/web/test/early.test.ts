import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TOKEN_KEY } from "../src/lib/session.ts";
import { api } from "../src/lib/trpc.ts";

const USER = { id: "u", email: "a@label.example", role: "staff", status: "approved", createdAt: "2026-01-01T00:00:00.000Z" };
const asked: { readonly url: string; readonly authorization: string | null }[] = [];

/** Anew each time, as a page does. */
let loads = 0;
const loadEarly = (): Promise<unknown> => import(`../src/early.ts?load=${(loads += 1)}`);

beforeEach(() => {
  asked.length = 0;
  const stored = new Map([[TOKEN_KEY, "the-token"]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal("nightjarEarly", undefined);
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("location", { protocol: "http:" });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    asked.push({ url, authorization: new Headers(init.headers).get("authorization") });
    return Response.json([{ result: { data: USER } }]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const THE_CALL = { url: "/trpc/auth.me?batch=1&input=%7B%7D", authorization: "Bearer the-token" };

test("the account is asked for once: the studio's first call takes the answer that the page asked for before it was there", async () => {
  await loadEarly();
  expect(asked).toEqual([THE_CALL]);
  await api.auth.me.fetch();
  expect(asked).toEqual([THE_CALL]);
  await api.auth.me.fetch(undefined, { staleTime: 0 });
  expect(asked).toEqual([THE_CALL, THE_CALL]);
});

test("nothing is asked once more where the studio was there first: an answer that nobody waits for would be taken when it is old", async () => {
  await api.auth.me.fetch(undefined, { staleTime: 0 });
  await loadEarly();
  expect(asked).toEqual([THE_CALL]);
});

test("an answer for another session is not taken", async () => {
  await loadEarly();
  localStorage.setItem(TOKEN_KEY, "another");
  await api.auth.me.fetch(undefined, { staleTime: 0 });
  expect(asked.map(({ authorization }) => authorization)).toEqual(["Bearer the-token", "Bearer another"]);
});

test("nothing is asked where nobody is signed in", async () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  await loadEarly();
  expect(asked).toEqual([]);
});
