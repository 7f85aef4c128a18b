import { onAir } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { failing } from "../src/answering.ts";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { read } from "../src/call.ts";
import { choose } from "../src/command-box.ts";
import { givenStream, givenTrack, NOWHERE } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

// What is said of a track that is on air, before it is edited.

const AIR_TIMEOUT_MS = 90_000;
const CHANGES = "title, artist and cover change on air as soon as you update it, where the overlay shows them. The sound goes on.";
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");

const open = studioFor("track-on-air");
/** The newest last; each plays the first track again and again, to nobody. */
const streamIds: string[] = [];

beforeAll(async () => {
  const { call, folder } = open();
  const id = await givenTrack(call, folder, ONE);
  await givenTrack(call, folder, TWO);
  for (const title of ["Night Shift", "Day Desk"])
    streamIds.push(await givenStream(call, title, { trackIds: [id], destination: NOWHERE, isLive: true }));
  const plays = async (streamId: string) => (await read(call, onAir, `/api/streams/${streamId}/on-air`)).track?.id === id;
  for (const streamId of streamIds) await until("a stream plays it", () => plays(streamId), AIR_TIMEOUT_MS);
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Edit Track" });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
async function close(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
}

it.each([
  ["wide", DESKTOP],
  ["on a phone", PHONE],
])("Edit Track names the streams that play it now, by a command, and says no word of a track that none plays, %s", async (_, viewport) => {
  const page = await open().signedIn({ viewport });
  await page.goto("/library");
  await page.getByRole("button", { name: "Add Music" }).waitFor();
  await choose(page, `edit ${ONE.title}`, `Edit ${ONE.title}`);
  // The newest stream first, as in their list.
  await dialog(page).getByText(`Day Desk and Night Shift play it now: ${CHANGES}`).waitFor();
  expect(await barriers(page)).toEqual([]);
  await close(page);
  await choose(page, `edit ${TWO.title}`, `Edit ${TWO.title}`);
  await dialog(page).getByText("Audio file ready").waitFor();
  expect(await dialog(page).getByText("it now:").count()).toBe(0);
});

it("Edit Track does so from its page, says where that could not be read, and follows what goes off the air", async () => {
  const page = await open().signedIn({ viewport: DESKTOP });
  await page.route(/streams\.summaries/, failing(["streams.summaries"]));
  await page.goto("/library");
  await press(page, `Edit ${ONE.title}`);
  await dialog(page).getByText("Which streams play it could not be read: what this changes on air is not known.").waitFor();
  await close(page);
  await page.unroute(/streams\.summaries/);
  await press(page, `Edit ${ONE.title}`);
  await dialog(page).getByText(`Day Desk and Night Shift play it now: ${CHANGES}`).waitFor();
  await open().call("POST", `/api/direct-streaming/stop/${streamIds[1]}`);
  await dialog(page).getByText(`Night Shift plays it now: ${CHANGES}`, { exact: true }).waitFor();
});
