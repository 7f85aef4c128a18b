import { stream } from "@nightjar/contract";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Call, read } from "../src/call.ts";
import { hold } from "../src/hold.ts";
import { goTo } from "../src/newcomer.ts";
import { pressHeld, SEEN_LATER } from "../src/press-held.ts";
import { ADMIN, seatFor } from "../src/studio-for.ts";
import { DOT } from "../src/tones.ts";

const open = seatFor("calls");
let call: Call;
let page: Page;
let context: BrowserContext;

beforeAll(() => {
  ({ call } = open());
  ({ page, context } = open().person);
});
afterEach(() => context.setOffline(false));

const titles = () => read(call, stream.array(), "/api/streams");

describe("a change", () => {
  it("whose button is pressed twice before it is painted is made once", async () => {
    await goTo(page, "Stream Manager");
    await page.getByRole("button", { name: "Create New Stream" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create New Stream" });
    await dialog.getByLabel("Title").fill("Bounced");
    await dialog.getByRole("button", { name: "Create" }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await dialog.waitFor({ state: "detached" });
    // Chosen at once, which needs the list that knows it.
    await page.getByRole("heading", { name: "Bounced", level: 2 }).waitFor();
    expect((await titles()).map(({ title }) => title)).toEqual(["Bounced"]);
  });

  it("of a stream's channel name, loudness and artwork has its fields, and sends those with what they were, and no other", async () => {
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const edit = page.getByRole("dialog", { name: "Edit Stream" });
    await edit.getByLabel("Channel name").fill("Harbour Nights");
    await edit.getByLabel("Loudness (LUFS)").fill("-16");
    await edit.getByLabel("Artwork file").setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: DOT });
    await edit.getByRole("button", { name: "Replace Picture" }).waitFor();
    const sent = page.waitForRequest(/streams\.update/);
    await edit.getByRole("button", { name: "Save" }).click();
    const [first] = Object.values((await sent).postDataJSON() as Record<string, Record<string, unknown>>);
    expect(Object.keys(first ?? {}).toSorted()).toEqual(["artworkUrl", "channelName", "id", "targetLufs", "was"]);
    expect(first?.["was"]).toEqual({ artworkUrl: null, channelName: null, targetLufs: -14 });
    await edit.waitFor({ state: "detached" });
    const [stream] = Object.values(await call("GET", "/api/streams"));
    expect(stream).toMatchObject({
      channelName: "Harbour Nights",
      targetLufs: -16,
      artworkUrl: expect.stringContaining("/api/files/artwork/"),
    });
  });

  it("shows on its button that it is under way only where that takes a while, and the button is as wide as before", async () => {
    const UPDATE = /streams\.update/;
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const edit = page.getByRole("dialog", { name: "Edit Stream" });
    await edit.getByLabel("Channel name").fill("Harbour Mornings");
    const letGo = await hold(page, UPDATE);
    expect(await pressHeld(edit.getByRole("button", { name: "Save" }))).toEqual(SEEN_LATER);
    letGo();
    await edit.waitFor({ state: "detached" });
    await page.unroute(UPDATE);
  });

  it("without a network fails at once and in words, and is not made when the line comes back", async () => {
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete Stream" }).or(page.getByRole("dialog", { name: "Delete Stream" }));
    await dialog.waitFor();
    await context.setOffline(true);
    await dialog.getByRole("button", { name: "Delete" }).click();
    // By its words alone: what stands behind an open dialog has no roles.
    await page.getByText("The stream could not be deleted", { exact: true }).waitFor();
    await page.getByText("The server cannot be reached.", { exact: true }).waitFor();
    await context.setOffline(false);
    // A change of our own that is heard back: nothing that waited was sent before it.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const edit = page.getByRole("dialog", { name: "Edit Stream" });
    await edit.getByLabel("Title").fill("Still here");
    await edit.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Still here", level: 2 }).waitFor();
    expect((await titles()).map(({ title }) => title)).toEqual(["Still here"]);
  });
});

describe("a page", () => {
  const LIST = /\/trpc\/[^?]*streams\.summaries/;

  it("whose list could not be read says so, and reads it when it is asked to try again", async () => {
    // The dialog that was saved last may still take its step back, which would end a reload.
    await page.waitForFunction(() => history.state?.layer === undefined);
    await page.route(LIST, (route) => route.abort());
    await page.reload();
    const failed = page.getByRole("alert").filter({ hasText: "The streams could not be read" });
    await failed.getByText("The server cannot be reached. Streams on air go on without this page.").waitFor();
    await page.getByRole("heading", { name: "Stream Manager", level: 1 }).waitFor();
    await page.unroute(LIST);
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Streams (1)" }).waitFor();
  });

  it("shows that it loads only where that takes a while", async () => {
    const letGo = await hold(page, LIST);
    await page.reload();
    const loading = page.getByText("Loading streams...");
    await loading.waitFor({ state: "attached" });
    const { animationDelay, animationFillMode } = await loading.evaluate((line) => {
      const style = getComputedStyle(line);
      return { animationDelay: style.animationDelay, animationFillMode: style.animationFillMode };
    });
    expect({ animationDelay, animationFillMode }).toEqual({ animationDelay: "0.15s", animationFillMode: "both" });
    letGo();
    await page.getByRole("heading", { name: "Streams (1)" }).waitFor();
    await page.unroute(LIST);
  });
});

describe("the address", () => {
  const search = () => page.getByRole("textbox", { name: "Search tracks" }).or(page.getByRole("searchbox", { name: "Search tracks" }));

  it("keeps what the library is narrowed by and its order, over another screen, back, and a reload", async () => {
    await goTo(page, "Music Library");
    await search().fill("1984 & more");
    await page.getByLabel("Sort by").selectOption("BPM");
    await page.waitForURL(/sort=bpm/);
    await goTo(page, "Stream Manager");
    await page.getByRole("heading", { name: "Streams (1)" }).waitFor();
    await page.goBack();
    for (const way of ["back", "reload"]) {
      if (way === "reload") await page.reload();
      await page.getByText("No tracks found").waitFor();
      expect([way, await search().inputValue()]).toEqual([way, "1984 & more"]);
      expect([way, await page.getByLabel("Sort by").inputValue()]).toEqual([way, "bpm"]);
    }
  });

  it("keeps the chosen stream, its tab and the days of its log over another screen, back, and a reload", async () => {
    await goTo(page, "Stream Manager");
    await page.getByRole("button", { name: /Still here/ }).click();
    await page.getByRole("tab", { name: "Overlays" }).click();
    await page.getByLabel("From").fill("2026-03-01");
    await page.waitForURL(/tab=overlays.*from=/);
    await goTo(page, "Music Library");
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await page.goBack();
    for (const way of ["back", "reload"]) {
      if (way === "reload") await page.reload();
      await page.getByRole("heading", { name: "Still here", level: 2 }).waitFor();
      await page.getByRole("tab", { name: "Overlays", selected: true }).waitFor();
      expect([way, await page.getByLabel("From").inputValue()]).toEqual([way, "2026-03-01"]);
    }
  });

  it("keeps what the list of users is narrowed by, its order and its page, over another screen, back, and a reload", async () => {
    const named = ADMIN.email.slice(0, ADMIN.email.indexOf("@") + 1);
    const users = page.getByRole("region", { name: "All Users" });
    const row = users.getByRole("row").filter({ hasText: ADMIN.email });
    await page.getByRole("link", { name: /^Admin Dashboard/ }).click();
    await row.waitFor();
    await users.getByLabel("Search users").fill("nobody");
    await users.getByText("No users found").waitFor();
    await users.getByLabel("Search users").fill(named);
    await users.getByLabel("Status").selectOption("Approved");
    await users.getByLabel("Sort by").selectOption("E-mail");
    await page.waitForURL(/sort=email/);
    await goTo(page, "Stream Manager");
    await page.getByRole("heading", { name: "Streams (1)" }).waitFor();
    await page.goBack();
    for (const way of ["back", "reload"]) {
      if (way === "reload") await page.reload();
      await row.waitFor();
      const fields = ["Search users", "Status", "Sort by"].map((name) => users.getByLabel(name).inputValue());
      expect([way, ...(await Promise.all(fields))]).toEqual([way, named, "approved", "email"]);
    }
  });

  it("forgets a stream that is not there", async () => {
    await page.goto("/streaming?stream=gone&tab=overlays");
    await page.waitForURL(({ search: left }) => left === "");
    await page.getByText("Select a stream").waitFor();
  });
});
