/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { failing } from "../src/answering.ts";
import { barriers } from "../src/axe.ts";
import { PHONE } from "../src/browser.ts";
import { notice } from "../src/command-box.ts";
import { MINE, OTHER, THEIRS, button, changes, hasFocus, more, own, typeDestination, urlsOf as sentTo } from "../src/destination-form.ts";
import { givenStream, NOWHERE } from "../src/given.ts";
import { isAskedFor, twoAtOneStream } from "../src/two-at-one-stream.ts";

// Two people set one destination at once: whoever is second is told, keeps what they typed, and says what becomes of it.

const { open, atStream } = twoAtOneStream("two-at-one-destination");
const setTheirs = (id: string) => open().call("PUT", `/api/streams/${id}/destination`, THEIRS);
const urlsOf = (id: string) => sentTo(open().call, id);

/** What follows the press meets no button that saves. @param next what has the focus then */
async function holdEnter(pressed: Locator, next: Locator): Promise<void> {
  const { keyboard } = pressed.page();
  await pressed.focus();
  await keyboard.down("Enter");
  await hasFocus(next);
  // Down already: it repeats.
  await keyboard.down("Enter");
  await keyboard.up("Enter");
}

describe("a destination that is typed", () => {
  it("is kept with its key where somebody else sets one meanwhile, and takes the place of that where it is said so, and saved", async () => {
    const id = await givenStream(open().call, "Typed");
    const page = await atStream(id);
    await typeDestination(own(page));
    await setTheirs(id);
    const asked = own(page).getByRole("alert");
    await asked.getByText("Somebody set a destination meanwhile. What you typed is not saved yet.").waitFor();
    await own(page).getByText(THEIRS.rtmpUrl, { exact: true }).waitFor();
    expect(await own(page).getByLabel("RTMP address").inputValue()).toBe(MINE.rtmpUrl);
    expect(await own(page).getByLabel("Stream key").inputValue()).toBe(MINE.streamKey);
    const save = button(own(page), "Replace Destination");
    expect(await save.isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await isAskedFor(page);
    await holdEnter(button(asked, "Keep mine"), own(page));
    expect(await urlsOf(id)).toEqual([THEIRS.rtmpUrl]);
    await save.click();
    await own(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    expect(await urlsOf(id)).toEqual([MINE.rtmpUrl]);
  });

  it("puts nobody else's out of the way unseen where theirs has not been heard of yet", async () => {
    const id = await givenStream(open().call, "Unheard", { destination: NOWHERE });
    const page = await atStream(id, { events: false });
    await button(own(page), "Test the RTMP destination").waitFor();
    await button(own(page), "Replace").click();
    await typeDestination(own(page));
    await setTheirs(id);
    await button(own(page), "Replace Destination").click();
    await notice(page, "The destination was changed by somebody else in the meantime").waitFor();
    const asked = own(page).getByRole("alert");
    await asked.getByText("Somebody replaced the destination meanwhile.").waitFor();
    expect(await own(page).getByLabel("Stream key").inputValue()).toBe(MINE.streamKey);
    await button(asked, "Load theirs").press("Enter");
    await own(page).getByLabel("Stream key").waitFor({ state: "detached" });
    await hasFocus(button(own(page), "Replace"));
    await own(page).getByText(THEIRS.rtmpUrl, { exact: true }).waitFor();
    expect(await urlsOf(id)).toEqual([THEIRS.rtmpUrl]);
  });

  it("is asked about only where something is: a form that was opened, or emptied again, follows what others set", async () => {
    const id = await givenStream(open().call, "Untouched", { destination: NOWHERE });
    const page = await atStream(id);
    await button(own(page), "Replace").click();
    await own(page).getByLabel("Stream key").fill("mi");
    await own(page).getByLabel("Stream key").fill("");
    await setTheirs(id);
    await expect.poll(() => own(page).getByLabel("RTMP address").inputValue()).toBe(THEIRS.rtmpUrl);
    expect(await own(page).getByRole("alert").count()).toBe(0);
    await typeDestination(own(page));
    await button(own(page), "Replace Destination").click();
    await own(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    expect(await urlsOf(id)).toEqual([MINE.rtmpUrl]);
  });

  it("is put in the place of nothing that could not be read, which is said, and read again on demand", async () => {
    const id = await givenStream(open().call, "Unread", { destination: NOWHERE });
    const page = await open().signedIn();
    await page.route(/streams\.listDestinations/, failing(["streams.listDestinations"]));
    await page.goto(`/streaming?stream=${id}`);
    const unread = more(page).getByRole("alert").filter({ hasText: "The destinations could not be read" });
    await unread.waitFor();
    expect(await button(own(page), "Remove").isDisabled()).toBe(true);
    await button(own(page), "Replace").click();
    await typeDestination(own(page));
    const save = button(own(page), "Replace Destination");
    expect(await save.isDisabled()).toBe(true);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await button(unread, "Try again").click();
    await save.click();
    await own(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    expect(await urlsOf(id)).toEqual([MINE.rtmpUrl]);
  });

  it("does not move the page under who is elsewhere on it when somebody else sets one", async () => {
    const id = await givenStream(open().call, "Elsewhere");
    const page = await atStream(id);
    await page.setViewportSize(PHONE);
    await typeDestination(own(page));
    await page.getByRole("tab", { name: "Overlays" }).click();
    await changes(page).scrollIntoViewIfNeeded();
    await setTheirs(id);
    const asked = own(page).getByRole("alert");
    await asked.waitFor();
    expect(await asked.evaluate((node) => node.getBoundingClientRect().bottom)).toBeLessThan(0);
  });
});

describe("what is typed in the place of one of several destinations", () => {
  it("stays where it is as somebody else replaces that meanwhile, and can be added beside theirs", async () => {
    const { call } = open();
    const id = await givenStream(call, "Several");
    const { id: destinationId } = await call("POST", `/api/streams/${id}/destinations`, NOWHERE);
    await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    await button(more(page), `Replace ${NOWHERE.rtmpUrl}`).click();
    await typeDestination(more(page));
    await call("PUT", `/api/streams/${id}/destinations/${String(destinationId)}`, THEIRS);
    const first = more(page).getByRole("listitem").first();
    const asked = first.getByRole("alert");
    await asked.getByText("Somebody replaced or removed this destination meanwhile. What you typed is not saved yet.").waitFor();
    expect(await first.getByLabel("Stream key").inputValue()).toBe(MINE.streamKey);
    expect(await barriers(page)).toEqual([]);
    await isAskedFor(page);
    // Whoever is about to press it, or Enter, has said nothing of one more place.
    expect(await button(first, "Replace Destination").isDisabled()).toBe(true);
    await first.getByLabel("Stream key").press("Enter");
    await holdEnter(button(asked, "Add beside the others"), first);
    const add = button(first, "Add Destination");
    expect(await add.isDisabled()).toBe(false);
    expect(await urlsOf(id)).toEqual([THEIRS.rtmpUrl, OTHER.rtmpUrl]);
    await add.click();
    await notice(page, "Destination added").waitFor();
    await more(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    await more(page).getByLabel("Stream key").waitFor({ state: "detached" });
    expect(await notice(page, "Destination saved").count()).toBe(0);
    expect(await urlsOf(id)).toEqual([THEIRS.rtmpUrl, OTHER.rtmpUrl, MINE.rtmpUrl]);
  });

  it("can be added where it has not been heard of yet that somebody else removed that", async () => {
    const { call } = open();
    const id = await givenStream(call, "Unheard of");
    const { id: destinationId } = await call("POST", `/api/streams/${id}/destinations`, NOWHERE);
    const page = await atStream(id, { events: false });
    await button(more(page), `Replace ${NOWHERE.rtmpUrl}`).click();
    await typeDestination(more(page));
    await call("DELETE", `/api/streams/${id}/destinations/${String(destinationId)}`);
    await button(more(page), "Replace Destination").click();
    await notice(page, "Destination not found").waitFor();
    await button(more(page), "Add beside the others").click();
    await button(more(page), "Add Destination").click();
    await notice(page, "Destination added").waitFor();
    expect(await urlsOf(id)).toEqual([MINE.rtmpUrl]);
  });

  it("is never shown beside what it became, which is heard of before it is answered", async () => {
    const { call } = open();
    const id = await givenStream(call, "One's own");
    await call("POST", `/api/streams/${id}/destinations`, NOWHERE);
    const page = await atStream(id);
    await button(more(page), `Replace ${NOWHERE.rtmpUrl}`).click();
    await typeDestination(more(page));
    await changes(page).getByText("added a destination").waitFor();
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/trpc/streams.replaceDestination*", async (route) => {
      const response = await route.fetch();
      await isLetGo;
      await route.fulfill({ response });
    });
    await button(more(page), "Replace Destination").click();
    await changes(page).getByText("replaced a destination").waitFor();
    expect(await more(page).getByRole("listitem").count()).toBe(1);
    expect(await more(page).getByText("Replaced or removed").count()).toBe(0);
    letGo();
    await notice(page, "Destination saved").waitFor();
    await more(page).getByLabel("Stream key").waitFor({ state: "detached" });
    await more(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    expect(await more(page).getByRole("listitem").count()).toBe(1);
  });
});

describe("a destination that is to be removed", () => {
  const removal = (page: Page) => page.getByRole("alertdialog", { name: "Remove Destination" });
  const isSaidGone = async (page: Page, rtmpUrl: string) => {
    await removal(page).getByText(`Somebody replaced or removed ${rtmpUrl} meanwhile.`).waitFor();
    expect(await button(removal(page), "Remove").isDisabled()).toBe(true);
  };

  it("is the one that was asked about: what somebody else puts in its place meanwhile stays, which is said", async () => {
    const { call } = open();
    const id = await givenStream(call, "Removed", { destination: NOWHERE });
    const { id: destinationId } = await call("POST", `/api/streams/${id}/destinations`, OTHER);
    const page = await atStream(id);
    await button(own(page), "Remove").click();
    await removal(page).getByText(`${NOWHERE.rtmpUrl} and its key will be forgotten.`).waitFor();
    await setTheirs(id);
    await isSaidGone(page, NOWHERE.rtmpUrl);
    expect(await barriers(page)).toEqual([]);
    await button(removal(page), "Cancel").click();
    await button(more(page), `Remove ${OTHER.rtmpUrl}`).click();
    await call("DELETE", `/api/streams/${id}/destinations/${String(destinationId)}`);
    await isSaidGone(page, OTHER.rtmpUrl);
    expect(await urlsOf(id)).toEqual([THEIRS.rtmpUrl]);
  });

  it("is not taken for what somebody else has put in its place where that has not been heard of yet", async () => {
    const id = await givenStream(open().call, "Removed unheard", { destination: NOWHERE });
    const page = await atStream(id, { events: false });
    await button(own(page), "Test the RTMP destination").waitFor();
    await setTheirs(id);
    await button(own(page), "Remove").click();
    await button(removal(page), "Remove").click();
    await notice(page, "Destination not found").waitFor();
    await isSaidGone(page, NOWHERE.rtmpUrl);
    expect(await urlsOf(id)).toEqual([THEIRS.rtmpUrl]);
  });
});
