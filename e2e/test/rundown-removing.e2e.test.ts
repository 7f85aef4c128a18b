/// <reference lib="dom" />
import { expect, it } from "vitest";
import { isFocused } from "../src/command-box.ts";
import { doublePress } from "../src/double-press.ts";
import { handle, row, rundownFor, shows, TITLES } from "../src/rundown.ts";

// A track goes out of a list by one press, and the one that comes to stand there stays; a key that is held presses nothing else either.

const { open, trackIds, streamId, atRundown } = rundownFor("rundown-removing");
const OTHERS = ["Owl", "Heron", "Nightjar"];
const stored = async () => (await open().call("GET", `/api/streams/${streamId()}`))["tracklistIds"];

it("a double press on the bin of a track removes that one alone", async () => {
  const page = await atRundown();
  const bin = (title: string) => page.getByRole("button", { name: `Remove ${title}` });
  await doublePress(page, bin("Moth"), bin("Owl"));
  await page.getByText("3 tracks ·").waitFor();
  await shows(page, OTHERS);
  expect(await stored()).toEqual(trackIds.slice(1));
});

it.each(["Delete", "Enter"])("%s that is held removes the track it was pressed on alone", async (key) => {
  const page = await atRundown();
  const place = (title: string) => (key === "Enter" ? page.getByRole("button", { name: `Remove ${title}` }) : handle(page, title));
  await place("Moth").focus();
  await page.keyboard.down(key);
  await row(page, 1, "Owl").waitFor();
  await expect.poll(() => isFocused(place("Owl"))).toBe(true);
  // As the keyboard repeats it.
  await page.keyboard.down(key);
  await page.keyboard.up(key);
  await page.getByText("3 tracks ·").waitFor();
  await shows(page, OTHERS);
  expect(await stored()).toEqual(trackIds.slice(1));
  // A press of its own removes the next one.
  await page.keyboard.press(key);
  await shows(page, OTHERS.slice(1));
});

it("Tab that is held goes on past the bin of a track to the next one", async () => {
  const page = await atRundown();
  await page.getByRole("checkbox", { name: "Choose Moth" }).focus();
  const isAtNext = () => row(page, 2, "Owl").evaluate((next) => next.contains(document.activeElement));
  // As the keyboard repeats it: past the bin and the menu, and a mark where there is one.
  for (let presses = 0; presses < 5 && !(await isAtNext()); presses += 1) await page.keyboard.down("Tab");
  await page.keyboard.up("Tab");
  expect(await isAtNext()).toBe(true);
});

it("Enter that is held on the menu of a track opens it, and does nothing that stands in it", async () => {
  const page = await atRundown();
  const menu = page.getByRole("button", { name: "Actions for Moth" });
  // Opened once, it is there to be opened by the key itself, and has the focus on what stands first.
  await menu.press("Enter");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(() => isFocused(menu)).toBe(true);
  await page.keyboard.down("Enter");
  const first = page.getByRole("menuitem", { name: "Add tracks after this" });
  await expect.poll(() => isFocused(first)).toBe(true);
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await page.getByRole("menuitem").count()).toBeGreaterThan(0);
  expect(await isFocused(first)).toBe(true);
  // A press of its own does it.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add Track" }).waitFor();
});

/** Somebody has removed the first two, one after the other. */
async function atTwoSteps() {
  const page = await atRundown();
  for (const title of ["Moth", "Owl"]) {
    await page.getByRole("button", { name: `Remove ${title}` }).click();
    await page.getByRole("button", { name: `Undo: removed ${title}` }).waitFor();
  }
  await page.getByText("2 tracks ·").waitFor();
  return { page, undo: (title: string) => page.getByRole("button", { name: `Undo: removed ${title}` }) };
}

it("a double press on Undo takes back one step, and a press of its own the next", async () => {
  const { page, undo } = await atTwoSteps();
  await doublePress(page, undo("Owl"), undo("Moth"));
  await page.getByText("3 tracks ·").waitFor();
  await shows(page, OTHERS);
  expect(await stored()).toEqual(trackIds.slice(1));
  await undo("Moth").click();
  await page.getByText("4 tracks ·").waitFor();
  await shows(page, TITLES);
});

it.each(["Control+z", "Enter"])("%s that is held takes back one step, and pressed once more the next", async (chord) => {
  const { page, undo } = await atTwoSteps();
  const [key = "", ...held] = chord.split("+").toReversed();
  if (key === "Enter") await undo("Owl").focus();
  for (const one of held) await page.keyboard.down(one);
  await page.keyboard.down(key);
  await undo("Moth").waitFor();
  // As the keyboard repeats it.
  await page.keyboard.down(key);
  await page.keyboard.up(key);
  for (const one of held) await page.keyboard.up(one);
  await page.getByText("3 tracks ·").waitFor();
  await shows(page, OTHERS);
  expect(await stored()).toEqual(trackIds.slice(1));
  await page.keyboard.press(chord);
  await shows(page, TITLES);
});
