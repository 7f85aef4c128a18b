/// <reference lib="dom" />
import { SILENCE_MS } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { become } from "../src/become.ts";
import { box, command, field, isFocused, notice, option, selected } from "../src/command-box.ts";
import { givenStream, NOWHERE } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { studioFor } from "../src/studio-for.ts";

// What becomes of a list of commands that is open while its streams change.

const open = studioFor("commands-as-opened");

const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

async function show(page: Page, id: string, title: string): Promise<void> {
  await page.goto(`/streaming?stream=${id}`);
  await page.getByRole("heading", { name: title, level: 2 }).waitFor();
}

/** The list, opened on a page that has rested and hears nothing yet. @param meanwhile done while it rests @returns how to let it hear */
async function openedUnheard(page: Page, id: string, title: string, meanwhile?: () => Promise<unknown>): Promise<() => void> {
  await page.clock.install();
  await show(page, id, title);
  await become(page, "hidden");
  await page.clock.fastForward(3 * SILENCE_MS);
  await meanwhile?.();
  const letGo = await hold(page, /\/api\/events/);
  await become(page, "visible");
  await page.keyboard.press("Control+k");
  return letGo;
}

/** Enter, pressed where Start has come in the place of Stop just now, starts nothing; pressed once more it is meant. */
async function seeEnterIsAskedTwice(page: Page, id: string, title: string): Promise<void> {
  const isLive = async () => (await open().call("GET", `/api/streams/${id}`))["isLive"];
  await option(page, `Start ${title}`).waitFor();
  await page.keyboard.press("Enter");
  await drawn(page);
  expect(await box(page).count()).toBe(1);
  expect(await selected(page).textContent()).toBe(`Start ${title}`);
  expect(await isLive()).toBe(false);
  await page.keyboard.press("Enter");
  await notice(page, "Stream Started").waitFor();
  expect(await isLive()).toBe(true);
}

describe("a stream", () => {
  it("that somebody else stops is not started by the Enter that was to stop it", async () => {
    const { call, operator } = open();
    const id = await givenStream(call, "Night Ferry", { destination: NOWHERE, isLive: true });
    const page = await operator();
    await page.goto(`/streaming?stream=${id}`);
    await page.getByRole("heading", { name: "Night Ferry", level: 2 }).waitFor();
    await page.keyboard.press("Control+k");
    await selected(page).filter({ hasText: "Stop Night Ferry" }).waitFor();
    await call("POST", `/api/direct-streaming/stop/${id}`);
    // The page behind the list has read it.
    await page.locator("li").filter({ hasText: "Night Ferry" }).getByText("OFFLINE", { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await page
      .getByRole("alertdialog", { name: "Stop Stream" })
      .getByText(/^Night Ferry is not on air/)
      .waitFor();
    expect((await call("GET", `/api/streams/${id}`))["isLive"]).toBe(false);
    await call("DELETE", `/api/streams/${id}`);
  });

  it.each([
    ["is stopped and not started where it went on air meanwhile", true],
    ["stays as it is read then where it did not", false],
  ])("in a list that was opened before a page that rested is heard again %s", async (_what, wasStarted) => {
    const { call, operator } = open();
    const id = await givenStream(call, "Dawn Ferry", { destination: NOWHERE });
    const start = () => call("POST", `/api/direct-streaming/start/${id}`, { title: "Dawn Ferry" });
    const page = await operator();
    const letGo = await openedUnheard(page, id, "Dawn Ferry", wasStarted ? start : undefined);
    // As last known.
    await option(page, "Start Dawn Ferry").waitFor();
    const answer = page.waitForResponse(/streams\.summaries/);
    letGo();
    await (await answer).finished();
    await drawn(page);
    await option(page, `${wasStarted ? "Stop" : "Start"} Dawn Ferry`).waitFor();
    if (!wasStarted) {
      await start();
      const behind = page.locator("li").filter({ hasText: "Dawn Ferry" });
      await behind.getByText("OFFLINE", { exact: true }).waitFor({ state: "detached" });
      expect(await option(page, "Start Dawn Ferry").count()).toBe(1);
    }
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await call("DELETE", `/api/streams/${id}`);
  });

  it("is stopped and not started where the list is opened while its Start is on its way", async () => {
    const { call, operator } = open();
    const id = await givenStream(call, "Noon Ferry", { destination: NOWHERE });
    const page = await operator();
    const letGo = await hold(page, /streams\.start\b/);
    await command(page, "start noon", "Start Noon Ferry");
    await page.keyboard.press("Control+k");
    await field(page).fill("noon");
    await option(page, "Start Noon Ferry").waitFor();
    letGo();
    await option(page, "Stop Noon Ferry").waitFor();
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await call("DELETE", `/api/streams/${id}`);
  });

  it("that was stopped while the page rested is not started by the Enter that was to stop it", async () => {
    const { call, operator } = open();
    const id = await givenStream(call, "Dusk Ferry", { destination: NOWHERE, isLive: true });
    const page = await operator();
    const letGo = await openedUnheard(page, id, "Dusk Ferry", () => call("POST", `/api/direct-streaming/stop/${id}`));
    await selected(page).filter({ hasText: "Stop Dusk Ferry" }).waitFor();
    letGo();
    await seeEnterIsAskedTwice(page, id, "Dusk Ferry");
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await call("DELETE", `/api/streams/${id}`);
  });

  it("is not started by the Enter that was to stop it where its Stop is on its way already", async () => {
    const { call, operator } = open();
    const id = await givenStream(call, "Eve Ferry", { destination: NOWHERE, isLive: true });
    const page = await operator();
    await show(page, id, "Eve Ferry");
    const letGo = await hold(page, /streams\.stop\b/);
    await page.keyboard.press("Control+k");
    await selected(page).filter({ hasText: "Stop Eve Ferry" }).waitFor();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog", { name: "Stop Stream" });
    await question.getByRole("button", { name: "Stop Stream" }).click();
    await question.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await expect.poll(() => isFocused(field(page))).toBe(true);
    await selected(page).filter({ hasText: "Stop Eve Ferry" }).waitFor();
    letGo();
    await seeEnterIsAskedTwice(page, id, "Eve Ferry");
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await call("DELETE", `/api/streams/${id}`);
  });
});
