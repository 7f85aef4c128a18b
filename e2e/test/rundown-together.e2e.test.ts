import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PHONE } from "../src/browser.ts";
import { doublePress } from "../src/double-press.ts";
import { reloadAndStay } from "../src/reload-and-stay.ts";
import { fromMenu, heldStep, rundownFor, shows } from "../src/rundown.ts";

// The rundown of a stream as two people fill and order it at once, each in a browser of their own.

const { atRundown } = rundownFor("rundown-together");
const theirs = (dialog: Locator) => dialog.getByRole("list", { name: "Changes meanwhile" });

describe("two operators at one rundown", () => {
  it("see each other's steps, and steps that have nothing to do with each other are both carried out", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Moth", "Remove");
    await held.sent;
    await fromMenu(ana, "Nightjar", "Move to the top");
    await shows(ana, ["Nightjar", "Moth", "Owl", "Heron"]);
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    for (const page of [ana, ben]) await shows(page, ["Nightjar", "Owl", "Heron"]);
  });

  it("of two who change the same track the second is shown what the first did, and chooses", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Owl", "Remove");
    await held.sent;
    await fromMenu(ana, "Owl", "Move to the bottom");
    await shows(ana, ["Moth", "Heron", "Nightjar", "Owl"]);
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await theirs(dialog).getByText("moved “Owl”").waitFor();
    await dialog.getByRole("button", { name: "Do Mine as Well" }).click();
    for (const page of [ana, ben]) await shows(page, ["Moth", "Heron", "Nightjar"]);
    await ana.getByRole("list", { name: "Changes" }).getByText("removed “Owl”").waitFor();
  });

  it("take back what they did themselves: where the other moved the same track since, and that was seen, they are asked", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    await fromMenu(ben, "Owl", "Move to the bottom");
    await shows(ana, ["Moth", "Heron", "Nightjar", "Owl"]);
    await fromMenu(ana, "Owl", "Move to the top");
    await shows(ben, ["Owl", "Moth", "Heron", "Nightjar"]);
    await ben.getByRole("button", { name: "Undo: moved Owl" }).click();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await theirs(dialog).getByText("moved “Owl”").waitFor();
    expect(await theirs(dialog).getByRole("listitem").count()).toBe(1);
    await dialog.getByRole("button", { name: "Keep Theirs" }).click();
    await dialog.waitFor({ state: "detached" });
    for (const page of [ana, ben]) await shows(page, ["Owl", "Moth", "Heron", "Nightjar"]);
  });

  it("of two steps of one operator the first met the other's: theirs is kept, and the second, which met nobody, is carried out", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Moth", "Remove");
    await held.sent;
    await fromMenu(ben, "Heron", "Remove");
    await shows(ben, ["Owl", "Nightjar"]);
    await fromMenu(ana, "Moth", "Move to the bottom");
    await shows(ana, ["Owl", "Heron", "Nightjar", "Moth"]);
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await theirs(dialog).getByText("moved “Moth”").waitFor();
    await dialog.getByRole("list", { name: "Not saved" }).getByText("You removed “Moth”").waitFor();
    await dialog.getByRole("list", { name: "Still to be saved, whatever you choose" }).getByText("You removed “Heron”").waitFor();
    await dialog.getByRole("button", { name: "Keep Theirs" }).click();
    for (const page of [ana, ben]) await shows(page, ["Owl", "Nightjar", "Moth"]);
    await dialog.waitFor({ state: "detached" });
  });
});

it("the second half of a double press answers no further question, which has been read by nobody", async () => {
  // There the buttons of each question lie where those of the one before lay.
  const [ana, ben] = [await atRundown(), await atRundown(PHONE)];
  const held = await heldStep(ben);
  await fromMenu(ben, "Moth", "Remove");
  await held.sent;
  await fromMenu(ben, "Heron", "Remove");
  await shows(ben, ["Owl", "Nightjar"]);
  for (const title of ["Moth", "Heron"]) await fromMenu(ana, title, "Move to the bottom");
  await shows(ana, ["Owl", "Nightjar", "Moth", "Heron"]);
  await ana.getByText("Repeats for ever.").waitFor();
  await held.letGo();
  const asked = (title: string) => {
    const notSaved = ben.getByRole("list", { name: "Not saved" }).getByText(`You removed “${title}”`);
    return ben.getByRole("dialog", { name: "Changed by Somebody Else" }).filter({ has: notSaved });
  };
  await theirs(asked("Moth")).getByText("moved “Moth”").waitFor();
  const keep = (title: string) => asked(title).getByRole("button", { name: "Keep Theirs" });
  await doublePress(ben, keep("Moth"), keep("Heron"));
  expect(await asked("Heron").isVisible()).toBe(true);
  await asked("Heron").getByRole("button", { name: "Do Mine as Well" }).click();
  for (const page of [ana, ben]) await shows(page, ["Owl", "Nightjar", "Moth"]);
});

it("what is searched and ticked for the list stays where a step of before it met somebody, and is added after the choice", async () => {
  const [ana, ben] = [await atRundown(), await atRundown()];
  const held = await heldStep(ben);
  await fromMenu(ben, "Owl", "Remove");
  await held.sent;
  await ben.getByRole("button", { name: "Add Track", exact: true }).click();
  const adding = ben.getByRole("dialog", { name: "Add Track" });
  await adding.getByLabel("Search tracks").fill("night");
  await adding.getByRole("checkbox", { name: "Nightjar by Cold Harbour" }).click();
  await fromMenu(ana, "Owl", "Move to the bottom");
  await ana.getByText("Repeats for ever.").waitFor();
  await held.letGo();
  const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
  await theirs(dialog).getByText("moved “Owl”").waitFor();
  await dialog.getByRole("button", { name: "Keep Theirs" }).click();
  await dialog.waitFor({ state: "detached" });
  await adding.getByText("1 chosen").waitFor();
  expect(await adding.getByLabel("Search tracks").inputValue()).toBe("night");
  await adding.getByRole("button", { name: "Add Track", exact: true }).click();
  await adding.waitFor({ state: "detached" });
  for (const page of [ana, ben]) await shows(page, ["Moth", "Heron", "Nightjar", "Owl", "Nightjar"]);
});

describe("what somebody else did meanwhile", () => {
  it("is told also where the list was left with the step still on its way, and asked about in it", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    const held = await heldStep(ben);
    await fromMenu(ben, "Owl", "Remove");
    await held.sent;
    await ben.getByRole("tab", { name: "Background" }).click();
    await fromMenu(ana, "Owl", "Move to the bottom");
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    await ben.locator("[data-notice]").filter({ hasText: "Somebody else changed the same tracks meanwhile." }).waitFor();
    await ben.getByRole("tab", { name: /^Tracklist/ }).click();
    await ben.getByRole("dialog", { name: "Changed by Somebody Else" }).getByRole("button", { name: "Do Mine as Well" }).click();
    for (const page of [ana, ben]) await shows(page, ["Moth", "Heron", "Nightjar"]);
  });

  it("that could not be read is said to be so, and read again on demand", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    await ben.getByRole("list", { name: "Changes", exact: true }).waitFor();
    const held = await heldStep(ben);
    await fromMenu(ben, "Owl", "Remove");
    await held.sent;
    await ben.route(/\/trpc\/[^?]*streams\.history/, (route) => route.abort());
    await fromMenu(ana, "Owl", "Move to the bottom");
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await dialog.getByRole("alert").waitFor();
    await ben.unroute(/\/trpc\/[^?]*streams\.history/);
    await dialog.getByRole("button", { name: "Try again" }).click();
    await theirs(dialog).getByText("moved “Owl”").waitFor();
  });
});

it("a track that somebody else removes while its place is asked for is said to be gone, and not to be moved", async () => {
  const [ana, ben] = [await atRundown(), await atRundown()];
  await fromMenu(ben, "Owl", "Move to a place…");
  const dialog = ben.getByRole("dialog", { name: "Move to a Place" });
  await dialog.getByRole("textbox", { name: "Place" }).fill("1");
  await fromMenu(ana, "Owl", "Remove");
  await dialog.getByText("it was removed from the list meanwhile.").waitFor();
  expect(await dialog.getByRole("button", { name: "Move" }).isDisabled()).toBe(true);
});

describe("tracks put under one that somebody else removed", () => {
  const both = ["Moth", "Nightjar", "Moth", "Heron", "Nightjar"];

  it("before they were chosen stand where that stood, as it is said meanwhile, and nobody is asked", async () => {
    const [ana, ben] = [await atRundown(), await atRundown()];
    await fromMenu(ben, "Owl", "Add tracks after this");
    const adding = ben.getByRole("dialog", { name: "Add Track" });
    await adding.getByText("They are added under Owl,").waitFor();
    await fromMenu(ana, "Owl", "Remove");
    await adding.getByText("They are added under Moth,").waitFor();
    for (const title of ["Nightjar", "Moth"]) await adding.getByRole("checkbox", { name: `${title} by Cold Harbour` }).click();
    await adding.getByRole("button", { name: "Add 2 Tracks" }).click();
    await adding.waitFor({ state: "detached" });
    for (const page of [ana, ben]) await shows(page, both);
    expect(await ben.getByRole("dialog").count()).toBe(0);
  });

  /** Ben adds two, while Ana removes what they are to stand under. */
  async function asked() {
    const [ana, ben] = [await atRundown(), await atRundown()];
    await fromMenu(ben, "Owl", "Add tracks after this");
    const adding = ben.getByRole("dialog", { name: "Add Track" });
    for (const title of ["Nightjar", "Moth"]) await adding.getByRole("checkbox", { name: `${title} by Cold Harbour` }).click();
    const held = await heldStep(ben);
    await adding.getByRole("button", { name: "Add 2 Tracks" }).click();
    await held.sent;
    await fromMenu(ana, "Owl", "Remove");
    await shows(ana, ["Moth", "Heron", "Nightjar"]);
    await ana.getByText("Repeats for ever.").waitFor();
    await held.letGo();
    const dialog = ben.getByRole("dialog", { name: "Changed by Somebody Else" });
    await theirs(dialog).getByText("removed “Owl”").waitFor();
    return { ana, ben, adding, dialog };
  }
  it("are asked about, and stand where that stood", async () => {
    const { ana, ben, adding, dialog } = await asked();
    await dialog.getByRole("button", { name: "Do Mine as Well" }).click();
    for (const page of [ana, ben]) await shows(page, both);
    await dialog.waitFor({ state: "detached" });
    await adding.waitFor({ state: "detached" });
  });

  it("are not thrown away by Escape, the cross or a reload, which ask first, and can be added still", async () => {
    const { ana, ben, dialog } = await asked();
    const question = ben.getByRole("alertdialog", { name: "Discard changes?" });
    const keep = async () => {
      await question.getByRole("button", { name: "Keep Editing" }).click();
      await question.waitFor({ state: "detached" });
    };
    await ben.keyboard.press("Escape");
    await keep();
    await dialog.getByRole("button", { name: "Close" }).click();
    await keep();
    expect(await reloadAndStay(ben)).toBe("beforeunload");
    await dialog.getByRole("button", { name: "Do Mine as Well" }).click();
    for (const page of [ana, ben]) await shows(page, both);
  });
});
