import { SILENCE_MS } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failing } from "../src/answering.ts";
import type { Person } from "../src/browser.ts";
import type { Call } from "../src/call.ts";
import { givenStream, givenTemplate } from "../src/given.ts";
import { goTo } from "../src/newcomer.ts";
import { seatFor } from "../src/studio-for.ts";
import { until } from "../src/until.ts";
import { openWire, type Wire } from "../src/wire.ts";

/** Attempts over connections that the browser keeps and that are dead come to nothing one after the other. */
const RECOVERY_TIMEOUT_MS = 90_000;
/** A change waits for its answer for a quarter of a minute. */
const CHANGE_TIMEOUT_MS = 30_000;

let wire: Wire;
const open = seatFor("connection", {}, async ({ url }) => {
  wire = await openWire(url);
  return wire.url;
});
let call: Call;
let operator: Person;
let page: Page;
let streamId = "";
let templateId = "";

beforeAll(async () => {
  ({ call, person: operator } = open());
  ({ page } = operator);
  streamId = await givenStream(call, "Night Desk");
  templateId = await givenTemplate(call, "Words");
  await goTo(page, "Stream Manager");
  await page.getByRole("button", { name: /Night Desk/ }).click();
  await page.getByRole("heading", { name: "Night Desk" }).waitFor();
});
afterAll(() => wire?.close());

const notice = (at = page) => at.getByRole("status").filter({ hasText: "Connection lost" });

/** Resolves once the code of all screens is there. */
const codeAhead = () =>
  page.waitForFunction(
    () => {
      const names = document.querySelector<HTMLMetaElement>('meta[name="fetch-ahead"]')?.content.split(" ") ?? [];
      return names.length > 0 && names.every((name) => performance.getEntriesByName(new URL(name, location.href).href).length > 0);
    },
    undefined,
    // It waits for idle moments, and for three seconds of rest.
    { timeout: 90_000 },
  );

/** The procedures that a request calls. */
const calls = (url: string) => /\/trpc\/([^?]+)/.exec(url)?.[1]?.split(",") ?? [];

async function shownAgeSeconds(): Promise<number> {
  const text = (await notice().textContent()) ?? "";
  return Number(/What you see is from (\d+) s ago/.exec(text)?.[1]);
}

describe("a network that dies without a word", () => {
  it("is told after two missed heartbeats, with how old is what is shown", async () => {
    const events = page.waitForResponse(/\/api\/events/);
    await page.reload();
    await events;
    expect(await notice().count()).toBe(0);
    // What is read of the library stands for when the line is back.
    await goTo(page, "Music Library");
    await page.getByText("No tracks found").waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Night Desk", level: 2 }).waitFor();
    await codeAhead();
    wire.goDead();
    await notice().waitFor({ timeout: SILENCE_MS + 10_000 });
    const firstAge = await shownAgeSeconds();
    expect(firstAge).toBeGreaterThanOrEqual(Math.floor(SILENCE_MS / 1000) - 1);
    await until("the age grows", async () => (await shownAgeSeconds()) > firstAge);
  });

  it("opens a screen that nobody has opened yet: its code was fetched while the page was idle", async () => {
    await page.getByRole("link", { name: /^Settings/ }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await notice().waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Night Desk", level: 2 }).waitFor();
  });

  it("ends a change in words instead of leaving it busy, and it is not made when the network comes back", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete Stream" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    // By its words alone: what stands behind an open dialog has no roles.
    await page.getByText("The stream could not be deleted", { exact: true }).waitFor({ timeout: CHANGE_TIMEOUT_MS });
    await page.getByText("The server did not answer in time. See whether it was done before you try again.", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    // Its step back would take the address of the next screen with it.
    await page.waitForFunction(() => history.state?.layer === undefined);
  });

  it("is told to be over once it is, what happened meanwhile is shown, and nothing else is read again", async () => {
    await goTo(page, "Music Library");
    await page.getByText("No tracks found").waitFor();
    await call("PATCH", `/api/streams/${streamId}`, { title: "Morning Desk" });
    const read: string[] = [];
    page.on("request", (request) => read.push(...calls(request.url())));
    wire.comeBack();
    await notice().waitFor({ state: "detached", timeout: RECOVERY_TIMEOUT_MS });
    await page.goBack();
    await page.getByRole("heading", { name: "Morning Desk" }).waitFor();
    expect(read).toContain("streams.get");
    // The library was on the screen when the line came back, and the events told of no change in it.
    expect(read).not.toContain("tracks.list");
    expect(read).not.toContain("tracks.facets");
  });
});

describe("what could not be read while nobody was heard", () => {
  it.each([
    ["a template in the designer", "overlays.document", "The template could not be read", (): string => `/overlay?template=${templateId}`],
    ["more destinations", "streams.listDestinations", "The destinations could not be read", (): string => `/streaming?stream=${streamId}`],
    ["the sample channel", "sample.status", "The sample channel could not be read", (): string => "/dashboard"],
    ["a test stream", "testStream.status", "The test stream could not be read", (): string => `/test-stream?stream=${streamId}`],
  ] as const)("is read again by itself once somebody is: %s", async (_what, procedure, sentence, address) => {
    const at = await open().signedIn();
    await at.route(/\/api\/events/, (route) => route.abort());
    await at.route(new RegExp(procedure.replace(".", "\\.")), failing([procedure]));
    await at.goto(address());
    const unread = at.getByText(sentence);
    await unread.waitFor();
    await notice(at).waitFor();
    await at.unrouteAll({ behavior: "ignoreErrors" });
    await unread.waitFor({ state: "detached", timeout: RECOVERY_TIMEOUT_MS });
  });
});
