/// <reference lib="dom" />
import { describe, expect, it } from "vitest";
import { unanswered } from "../src/answering.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { notice } from "../src/command-box.ts";
import { givenTracks } from "../src/given.ts";
import { isInReach } from "../src/in-reach.ts";
import { fromMenu, row, rundownFor, shows, TITLES } from "../src/rundown.ts";
import { TONES } from "../src/tones.ts";

// Tracks come into a list: at its end, under one of it, from a search and from the library.

const { open, trackIds, streamId, atRundown } = rundownFor("rundown-adding");

it("tracks put under another are added once, though the button is pressed twice before it says that it is busy", async () => {
  const page = await atRundown();
  await fromMenu(page, "Owl", "Add tracks after this");
  const adding = page.getByRole("dialog", { name: "Add Track" });
  await adding.getByRole("checkbox", { name: "Nightjar by Cold Harbour" }).click();
  await adding.getByRole("button", { name: "Add Track" }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await adding.waitFor({ state: "detached" });
  await shows(page, ["Moth", "Owl", "Nightjar", "Heron", "Nightjar"]);
  await page.getByText("5 tracks ·").waitFor();
});

it.each([
  { what: "one at the end", call: "streams.addTrack", under: null, ticked: ["Owl"], shown: [...TITLES, "Owl"] },
  { what: "several at the end", call: "streams.addTracks", under: null, ticked: ["Owl", "Heron"], shown: [...TITLES, "Owl", "Heron"] },
  { what: "one under another", call: "streams.stepTracklist", under: "Moth", ticked: ["Owl"], shown: ["Moth", "Owl", ...TITLES.slice(1)] },
])("is added once by a second press where only the answer of the first was lost: $what", async ({ call, under, ticked, shown }) => {
  const page = await atRundown();
  await unanswered(page, `**/trpc/${call}*`);
  if (under === null) await page.getByRole("button", { name: "Add Track", exact: true }).click();
  else await fromMenu(page, under, "Add tracks after this");
  const adding = page.getByRole("dialog", { name: "Add Track" });
  for (const title of ticked) await adding.getByRole("checkbox", { name: `${title} by Cold Harbour` }).click();
  const add = adding.getByRole("button", { name: /^Add (Track|2 Tracks)$/ });
  await add.click();
  await notice(page, "Update Failed").waitFor();
  await add.click();
  await adding.waitFor({ state: "detached" });
  await shows(page, shown);
  expect((await open().call("GET", `/api/streams/${streamId()}`))["tracklistIds"]).toHaveLength(shown.length);
});

it.each([
  { ticked: ["Owl"], text: "added 1 track" },
  { ticked: ["Owl", "Heron"], text: "added 2 tracks" },
])("what is added at the end is taken back first, and then what was done before: $text", async ({ ticked, text }) => {
  const page = await atRundown();
  await fromMenu(page, "Nightjar", "Remove");
  await shows(page, ["Moth", "Owl", "Heron"]);
  await page.getByText("Repeats for ever.").waitFor();
  await page.getByRole("button", { name: "Add Track", exact: true }).click();
  const adding = page.getByRole("dialog", { name: "Add Track" });
  for (const title of ticked) await adding.getByRole("checkbox", { name: `${title} by Cold Harbour` }).click();
  await adding.getByRole("button", { name: /^Add (Track|2 Tracks)$/ }).click();
  await adding.waitFor({ state: "detached" });
  await shows(page, ["Moth", "Owl", "Heron", ...ticked]);
  await page.getByRole("button", { name: `Undo: ${text}` }).waitFor();
  await page.keyboard.press("Control+z");
  await shows(page, ["Moth", "Owl", "Heron"]);
  await page.getByRole("button", { name: "Undo: removed Nightjar" }).waitFor();
  await page.keyboard.press("Control+z");
  await shows(page, TITLES);
  await page.getByText("Repeats for ever.").waitFor();
  expect((await open().call("GET", `/api/streams/${streamId()}`))["tracklistIds"]).toEqual(trackIds);
});

it("what was added at the end though its answer was lost can be taken back", async () => {
  const page = await atRundown();
  await unanswered(page, "**/trpc/streams.addTracks*");
  await page.getByRole("button", { name: "Add Track", exact: true }).click();
  const adding = page.getByRole("dialog", { name: "Add Track" });
  for (const title of ["Owl", "Heron"]) await adding.getByRole("checkbox", { name: `${title} by Cold Harbour` }).click();
  await adding.getByRole("button", { name: "Add 2 Tracks" }).click();
  await notice(page, "Update Failed").waitFor();
  await adding.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
  await adding.waitFor({ state: "detached" });
  await shows(page, [...TITLES, "Owl", "Heron"]);
  await page.getByRole("button", { name: "Undo: added 2 tracks" }).click();
  await shows(page, TITLES);
});

describe("one operator", () => {
  it("fills it with all that a search found, and what was ticked before stays ticked", async () => {
    const page = await atRundown();
    await page.getByRole("button", { name: "Add Track" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Track" });
    await dialog.getByRole("checkbox", { name: "Heron by Cold Harbour" }).click();
    await dialog.getByRole("combobox", { name: "Genre" }).selectOption("House");
    await dialog.getByRole("button", { name: "Choose All 3 tracks" }).click();
    await dialog.getByText("4 chosen").waitFor();
    await dialog.getByRole("button", { name: "Add 4 Tracks" }).click();
    await row(page, 5, "Heron").waitFor();
    await page.getByText("8 tracks ·").waitFor();
  });

  it("adds what is chosen in the library to a stream", async () => {
    const page = await open().signedIn();
    await page.goto("/library?genre=House");
    await page.getByRole("checkbox", { name: "Choose Owl" }).click();
    await page.getByRole("button", { name: "Choose All 3 tracks" }).click();
    await page.getByText("3 chosen").waitFor();
    await page.getByRole("button", { name: "Add to Stream" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to Stream" });
    await dialog.getByRole("combobox", { name: "Stream" }).selectOption(streamId());
    await dialog.getByRole("button", { name: "Add 3 Tracks" }).click();
    await dialog.waitFor({ state: "detached" });
    const { tracklistIds } = await open().call("GET", `/api/streams/${streamId()}`);
    expect(tracklistIds).toHaveLength(7);
  });

  it("has chosen no more what was deleted, by itself or by somebody else, which is said, and adds the rest", async () => {
    const { call, folder, signedIn } = open();
    const tones = TONES.slice(0, 3);
    const [, theirs = "", kept] = await givenTracks(call, folder, tones);
    const page = await signedIn({ viewport: DESKTOP });
    await page.goto("/library");
    for (const { title } of tones) await page.getByRole("checkbox", { name: `Choose ${title}` }).click();
    await page.getByText("3 chosen").waitFor();
    await page.getByRole("button", { name: `Delete ${tones[0]?.title}` }).click();
    await page.getByRole("alertdialog", { name: "Delete Track" }).getByRole("button", { name: "Delete" }).click();
    await page.getByText("2 chosen").waitFor();
    await call("DELETE", `/api/tracks/${theirs}`);
    await page.getByRole("button", { name: "Add to Stream" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to Stream" });
    await dialog.getByRole("combobox", { name: "Stream" }).selectOption(streamId());
    await dialog.getByRole("button", { name: "Add 2 Tracks" }).click();
    await notice(page, "1 track was deleted meanwhile").waitFor();
    await dialog.getByRole("button", { name: "Add Track" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await call("GET", `/api/streams/${streamId()}`))["tracklistIds"]).toEqual([...trackIds, kept]);
  });

  it.each([
    { of: "a phone", viewport: PHONE },
    { of: "a desk", viewport: DESKTOP },
  ])("has what is chosen in a long library within reach at its end, on the screen of $of", async ({ of, viewport }) => {
    const { call, signedIn } = open();
    const { fileUrl } = await call("GET", `/api/tracks/${trackIds[0]}`);
    const wrens = Array.from({ length: 30 }, (_, at) => `Wren ${at} of ${of}`);
    for (const title of wrens) await call("POST", "/api/tracks", { title, artist: "Cold Harbour", duration: "0:02", fileUrl });
    const page = await signedIn({ viewport });
    await page.goto("/library");
    const last = page.getByRole("checkbox", { name: `Choose ${TITLES[0]}` });
    await page.getByRole("checkbox", { name: `Choose ${wrens.at(-1)}` }).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await last.click();
    const bar = page.getByRole("group", { name: "Chosen tracks" });
    await bar.getByText("1 chosen").waitFor();
    for (const button of await bar.getByRole("button").all()) expect(await isInReach(button)).toBe(true);
  });
});
