/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { givenStream } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";

// One person with many tabs: a browser has six connections to a server, for all of them together.

const TABS = 7;

const open = studioFor("tabs");

/** Each of them takes itself for the one that is seen: which one is, the test says. */
const become = (page: Page, seen: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, seen);

it("more tabs than a browser has connections are open at once, and one that is seen again shows what changed meanwhile", async () => {
  const { call, signedIn } = open();
  const id = await givenStream(call, "Night Desk");
  const first = await signedIn();
  await first.goto(`/streaming?stream=${id}`);
  await first.getByRole("heading", { name: "Night Desk" }).waitFor();
  await become(first, "hidden");
  const tabs = [first];
  while (tabs.length < TABS) {
    const tab = await first.context().newPage();
    await tab.goto("/library");
    await tab.getByRole("heading", { name: "Music Library" }).waitFor();
    await become(tab, "hidden");
    tabs.push(tab);
  }
  await call("PATCH", `/api/streams/${id}`, { title: "Morning Desk" });
  await become(first, "visible");
  await first.getByRole("heading", { name: "Morning Desk" }).waitFor();
  expect(await first.getByText("Connection lost").count()).toBe(0);
});
