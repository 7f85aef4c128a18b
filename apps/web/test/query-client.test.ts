import { setImmediate } from "node:timers/promises";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { FreshQueryClient, isUnanswered } from "../src/lib/query-client.ts";

const client = new FreshQueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
const queryKey = ["streams"];
/** The server: what it has, and the answers that are on their way from it. */
let stored = "old";
let readings = 0;
const onTheirWay: (() => void)[] = [];
const queryFn = async () => {
  const read = stored;
  readings += 1;
  await new Promise<void>((arrive) => onTheirWay.push(arrive));
  return read;
};
const arrive = async () => {
  for (const each of onTheirWay.splice(0)) each();
  await setImmediate();
};
const shown = () => client.getQueryData(queryKey);
const changeElsewhere = () => {
  stored = "new";
  return client.invalidateQueries({ queryKey });
};

afterEach(() => {
  client.clear();
  [stored, readings] = ["old", 0];
});

it("a change during the first reading of a screen is shown, though the answer under way does not know it", async () => {
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const leave = observer.subscribe(() => undefined);
  const isRead = changeElsewhere();
  await arrive();
  await arrive();
  await isRead;
  expect([shown(), readings]).toEqual(["new", 2]);
  leave();
});

it("a change during a reading ahead of the screen makes the screen read again", async () => {
  const ahead = client.prefetchQuery({ queryKey, queryFn });
  const isTold = changeElsewhere();
  await arrive();
  await Promise.all([ahead, isTold]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

it("of several changes during one reading one more reading follows", async () => {
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  const areRead = [changeElsewhere(), changeElsewhere(), changeElsewhere()];
  await arrive();
  await arrive();
  await Promise.all(areRead);
  expect([shown(), readings]).toEqual(["new", 2]);
  leave();
});

it("what was stale stays so where a part of it is brought up to date in place, and what was not does not become so", async () => {
  client.setQueryData(queryKey, "old");
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
  await changeElsewhere();
  client.patch(() => void client.setQueryData(queryKey, (before: unknown) => `${String(before)} with another count of plays`));
  expect([shown(), client.getQueryState(queryKey)?.isInvalidated]).toEqual(["old with another count of plays", true]);
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  await arrive();
  expect([shown(), client.getQueryState(queryKey)?.isInvalidated]).toEqual(["new", false]);
  leave();
});

it("what was being read once more when the line died is read when it is back", async () => {
  client.setQueryData(queryKey, "old");
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  const isRead = changeElsewhere();
  await client.cancelQueries({ fetchStatus: "fetching" });
  await isRead;
  onTheirWay.length = 0;
  const isBack = client.refetchQueries({ type: "active", predicate: isUnanswered });
  await setImmediate();
  await arrive();
  await isBack;
  expect(shown()).toBe("new");
  leave();
});

it("a reading that failed is not tried again for a change", async () => {
  const fail = async () => {
    await queryFn();
    throw new Error("no");
  };
  const leave = new QueryObserver(client, { queryKey, queryFn: fail }).subscribe(() => undefined);
  const isTold = changeElsewhere();
  await arrive();
  await isTold;
  expect(readings).toBe(1);
  leave();
});

it("what was brought up to date in place during a reading is not put back by its answer", async () => {
  const leave = new QueryObserver(client, { queryKey, queryFn, initialData: "old", initialDataUpdatedAt: 0, staleTime: 0 }).subscribe(
    () => undefined,
  );
  stored = "new";
  client.setQueryData(queryKey, stored);
  const isRead = client.readOnceMore({ queryKey });
  await arrive();
  await arrive();
  await isRead;
  expect([shown(), readings]).toEqual(["new", 2]);
  leave();
});
