import { streamDestination } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { read } from "../src/call.ts";
import { givenBackground, givenStream, givenTemplate, NOWHERE } from "../src/given.ts";
import { goTo } from "../src/newcomer.ts";
import { studioFor } from "../src/studio-for.ts";

// Two people set one thing of a stream at once: whoever is second is told, keeps what they typed or chose, and says what becomes of it.

const open = studioFor("two-at-one-thing");
const MINE = { rtmpUrl: "rtmp://127.0.0.1:9/mine", streamKey: "mine" };
const THEIRS = { rtmpUrl: "rtmp://127.0.0.1:9/theirs", streamKey: "theirs" };
const templates: Record<"mine" | "theirs", string> = { mine: "", theirs: "" };
const backgrounds: Record<"mine" | "theirs", string> = { mine: "", theirs: "" };

beforeAll(async () => {
  const { call, folder } = open();
  for (const whose of ["mine", "theirs"] as const) {
    templates[whose] = await givenTemplate(call, `Words of ${whose}`);
    backgrounds[whose] = await givenBackground(call, folder, `Rain of ${whose}`, whose === "mine" ? "navy" : "teal");
  }
});

/** @param events of what others do; without them it is heard of only when something is read again */
async function atStream(id: string, { tab = "tracklist", events = true } = {}): Promise<Page> {
  const page = await open().signedIn();
  if (!events) await page.route(/\/api\/events/, (route) => route.abort());
  await page.goto(`/streaming?stream=${id}&tab=${tab}`);
  return page;
}
const own = (page: Page) => page.getByRole("region", { name: "RTMP destination" });
const more = (page: Page) => page.getByRole("region", { name: "More destinations" });
const liveCard = (page: Page) => page.getByRole("region", { name: "Live broadcasting" });
const notice = (page: Page, text: string) => page.locator("[data-notice]").filter({ hasText: text });
const stored = (id: string) => open().call("GET", `/api/streams/${id}`);
const destinationsOf = (id: string) => read(open().call, streamDestination.array(), `/api/streams/${id}/destinations`);

async function type(place: ReturnType<typeof own>, { rtmpUrl, streamKey } = MINE): Promise<void> {
  await place.getByLabel("RTMP address").fill(rtmpUrl);
  await place.getByLabel("Stream key").fill(streamKey);
}

/** Whoever goes elsewhere is asked, and stays. */
async function isAskedFor(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await goTo(page, "Wall");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
}

describe("a destination that is typed", () => {
  it("is kept with its key where somebody else sets one meanwhile, and takes the place of that where it is said so", async () => {
    const { call } = open();
    const id = await givenStream(call, "Typed");
    const page = await atStream(id);
    await type(own(page));
    await call("PUT", `/api/streams/${id}/destination`, THEIRS);
    const asked = own(page).getByRole("alert");
    await asked.getByText("Somebody set a destination meanwhile. What you typed is not saved yet.").waitFor();
    await own(page).getByText(THEIRS.rtmpUrl, { exact: true }).waitFor();
    expect(await own(page).getByLabel("RTMP address").inputValue()).toBe(MINE.rtmpUrl);
    expect(await own(page).getByLabel("Stream key").inputValue()).toBe(MINE.streamKey);
    const save = own(page).getByRole("button", { name: "Replace Destination" });
    expect(await save.isDisabled()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await isAskedFor(page);
    await asked.getByRole("button", { name: "Keep mine" }).click();
    await save.click();
    await own(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    expect((await destinationsOf(id)).map(({ rtmpUrl }) => rtmpUrl)).toEqual([MINE.rtmpUrl]);
  });

  it("puts nobody else's out of the way unseen where theirs has not been heard of yet", async () => {
    const { call } = open();
    const id = await givenStream(call, "Unheard", { destination: NOWHERE });
    const page = await atStream(id, { events: false });
    await own(page).getByRole("button", { name: "Test the RTMP destination" }).waitFor();
    await own(page).getByRole("button", { name: "Replace", exact: true }).click();
    await type(own(page));
    await call("PUT", `/api/streams/${id}/destination`, THEIRS);
    await own(page).getByRole("button", { name: "Replace Destination" }).click();
    await notice(page, "The destination was changed by somebody else in the meantime").waitFor();
    const asked = own(page).getByRole("alert");
    await asked.getByText("Somebody replaced the destination meanwhile.").waitFor();
    expect(await own(page).getByLabel("Stream key").inputValue()).toBe(MINE.streamKey);
    await asked.getByRole("button", { name: "Load theirs" }).click();
    await own(page).getByLabel("Stream key").waitFor({ state: "detached" });
    await own(page).getByText(THEIRS.rtmpUrl, { exact: true }).waitFor();
    expect((await destinationsOf(id)).map(({ rtmpUrl }) => rtmpUrl)).toEqual([THEIRS.rtmpUrl]);
  });

  it("in the place of one of several is kept where somebody else replaces that meanwhile, and can be added beside theirs", async () => {
    const { call } = open();
    const id = await givenStream(call, "Several");
    const { id: destinationId } = await call("POST", `/api/streams/${id}/destinations`, NOWHERE);
    const page = await atStream(id);
    await more(page)
      .getByRole("button", { name: `Replace ${NOWHERE.rtmpUrl}` })
      .click();
    await type(more(page));
    await call("PUT", `/api/streams/${id}/destinations/${String(destinationId)}`, THEIRS);
    await more(page)
      .getByRole("alert")
      .getByText(/^Somebody replaced or removed this destination meanwhile\./)
      .waitFor();
    expect(await more(page).getByLabel("Stream key").inputValue()).toBe(MINE.streamKey);
    expect(await barriers(page)).toEqual([]);
    await isAskedFor(page);
    await more(page).getByRole("button", { name: "Add Destination", exact: true }).click();
    await notice(page, "Destination saved").waitFor();
    await more(page).getByText(MINE.rtmpUrl, { exact: true }).waitFor();
    await more(page).getByLabel("Stream key").waitFor({ state: "detached" });
    expect((await destinationsOf(id)).map(({ rtmpUrl }) => rtmpUrl)).toEqual([THEIRS.rtmpUrl, MINE.rtmpUrl]);
  });
});

describe("texts that are typed for a Start", () => {
  it("are kept where somebody else starts the stream meanwhile, and can be saved to it", async () => {
    const { call } = open();
    const id = await givenStream(call, "Night Desk", { destination: NOWHERE });
    const page = await atStream(id);
    await liveCard(page).getByLabel("Stream Title").fill("Tonight");
    await liveCard(page).getByLabel("Description").fill("Until dawn");
    await call("POST", `/api/direct-streaming/start/${id}`, { title: "Night Desk" });
    try {
      await liveCard(page).getByText("Somebody started the stream meanwhile, without what you typed.").waitFor();
      await liveCard(page).getByText("Stream Title: Tonight", { exact: true }).waitFor();
      await liveCard(page).getByText("Description: Until dawn", { exact: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await isAskedFor(page);
      await liveCard(page).getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "Tonight", level: 2 }).waitFor();
      await liveCard(page)
        .getByText(/^Somebody started/)
        .waitFor({ state: "detached" });
      expect(await stored(id)).toMatchObject({ title: "Tonight", description: "Until dawn", isLive: true });
    } finally {
      await call("POST", `/api/direct-streaming/stop/${id}`);
    }
  });
});

describe("what a stream shows", () => {
  it("is not chosen over somebody else's template unseen: who is second is shown theirs, and chooses", async () => {
    const { call } = open();
    const id = await givenStream(call, "Template");
    const page = await atStream(id, { tab: "overlays", events: false });
    await page.getByRole("button", { name: "Select Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Select Template" });
    await dialog.getByRole("radio", { name: "Words of mine" }).check();
    await call("PATCH", `/api/streams/${id}`, { activeOverlayTemplateId: templates.theirs });
    const apply = dialog.getByRole("button", { name: "Apply Template" });
    await apply.click();
    await notice(page, "The stream was changed by somebody else in the meantime").waitFor();
    const asked = dialog.getByRole("alert");
    await asked.getByText("Somebody chose “Words of theirs” for this stream meanwhile. Your choice is not applied yet.").waitFor();
    expect(await apply.isDisabled()).toBe(true);
    expect(await stored(id)).toMatchObject({ activeOverlayTemplateId: templates.theirs });
    expect(await barriers(page)).toEqual([]);
    await asked.getByRole("button", { name: "Keep mine" }).click();
    await apply.click();
    await dialog.waitFor({ state: "detached" });
    expect(await stored(id)).toMatchObject({ activeOverlayTemplateId: templates.mine });
  });

  it("is not chosen over somebody else's background unseen: who is second is shown theirs, and chooses", async () => {
    const { call } = open();
    const id = await givenStream(call, "Background");
    const page = await atStream(id, { tab: "background" });
    await page.getByRole("button", { name: "Change Background" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Background" });
    await dialog.getByRole("radio", { name: "Rain of mine" }).check();
    await call("PATCH", `/api/streams/${id}`, { activeBackgroundId: backgrounds.theirs });
    const asked = dialog.getByRole("alert");
    await asked.getByText("Somebody chose “Rain of theirs” for this stream meanwhile. Your choice is not saved yet.").waitFor();
    const change = dialog.getByRole("button", { name: "Change Background" });
    expect(await change.isDisabled()).toBe(true);
    await asked.getByRole("button", { name: "Load theirs" }).click();
    await asked.waitFor({ state: "detached" });
    expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByRole("radio", { name: "Rain of mine" }).check();
    await change.click();
    await dialog.waitFor({ state: "detached" });
    expect(await stored(id)).toMatchObject({ activeBackgroundId: backgrounds.mine });
  });
});
