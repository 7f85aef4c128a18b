/// <reference lib="dom" />
import { SILENCE_MS } from "@nightjar/contract";
import { timePasses } from "@nightjar/kit/testing";
import { expect, it } from "vitest";
import { become } from "../src/become.ts";
import { givenStream } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { goTo } from "../src/newcomer.ts";
import { studioFor } from "../src/studio-for.ts";

// One person with many tabs: a browser has six connections to a server, for all of them together.

const TABS = 7;

const open = studioFor("tabs");

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

it("a tab that is seen again after a rest is not lost: where it is not heard soon it says once that all is as last known, and reads then what failed", async () => {
  const { call, signedIn } = open();
  await givenStream(call, "Quiet Desk");
  const page = await signedIn();
  await page.goto("/wall");
  const wall = page.getByRole("list", { name: "All streams" });
  await wall.waitFor();
  await become(page, "hidden");
  // It is heard for ten seconds more, and then not for longer than would be a loss.
  await timePasses(3 * SILENCE_MS, "left alone");
  await page.route(/backgrounds\.list/, (route) => route.abort());
  const letGo = await hold(page, /\/api\/events/);
  await become(page, "visible");
  const told = page.getByText(/^As last known\. What you see is from \d+ s ago\. Connecting…$/);
  // Five seconds later it would be lost: all of it in one look.
  const seen = await page.waitForFunction(() => {
    const text = document.body.textContent ?? "";
    if (!/As last known\. What you see is from \d+ s ago\. Connecting…/.test(text)) return null;
    const lost = document.querySelector("[aria-label='All streams']")?.getAttribute("data-lost") ?? null;
    return { lost, isSaid: text.includes("Not connected") };
  });
  expect(await seen.jsonValue()).toEqual({ lost: null, isSaid: false });
  await goTo(page, "Background Videos");
  await page.getByText("The backgrounds could not be read").waitFor();
  await page.unroute(/backgrounds\.list/);
  letGo();
  await page.getByText("No backgrounds yet").waitFor();
  await told.waitFor({ state: "detached" });
});
