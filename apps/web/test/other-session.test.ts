import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetOtherSession } from "../src/lib/other-session.ts";
import { queryClient } from "../src/lib/trpc.ts";

const KEY = [["streams", "summaries"], { type: "query" }];
let token: string | null = "ours";
let read = "of the one before";

beforeEach(() => {
  [token, read] = ["ours", "of the one before"];
  vi.stubGlobal("localStorage", { getItem: () => token });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const screen = () => new QueryObserver(queryClient, { queryKey: KEY, queryFn: async () => read });

it("what a screen shows is read anew as who signed in in another tab, and goes on hearing of what changes; nothing of before shows meanwhile", async () => {
  const shown: unknown[] = [];
  const observer = screen();
  const leave = observer.subscribe(({ data }) => shown.push(data));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("of the one before"));
  queryClient.setQueryData(["not on the screen"], "of the one before");
  shown.length = 0;
  [token, read] = ["another's", "of the other"];
  forgetOtherSession();
  expect(observer.getCurrentResult().data).toBeUndefined();
  expect(queryClient.getQueryData(["not on the screen"])).toBeUndefined();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("of the other"));
  expect(shown).not.toContain("of the one before");
  read = "changed since";
  await queryClient.invalidateQueries({ queryKey: KEY });
  expect(observer.getCurrentResult().data).toBe("changed since");
  leave();
});

it("where another tab signed out, nothing is asked for any more", async () => {
  const observer = screen();
  const leave = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("of the one before"));
  [token, read] = [null, "asked again"];
  forgetOtherSession();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  await queryClient.invalidateQueries({ queryKey: KEY });
  leave();
});
