import { beforeAll, describe, expect, it } from "vitest";
import { givenStream, givenTemplate, givenTrack } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

const [ONE] = TONES;
if (!ONE) throw new Error("too few tones");

const open = studioFor("keys");
let streamId = "";

beforeAll(async () => {
  const { call, folder } = open();
  await givenTemplate(call, "Late Words");
  streamId = await givenStream(call, "Harbour Radio", { trackIds: [await givenTrack(call, folder, ONE)] });
});

describe("the list of the keys", () => {
  const KEYS = [
    ["/settings", ["Everywhere"]],
    ["/streaming?stream=STREAM", ["Tracklist", "The handle of a track in the tracklist", "The boxes of a list", "Everywhere"]],
    ["/library", ["The boxes of a list", "Everywhere"]],
    ["/overlay", ["The canvas", "A layer in the list", "The handle of a layer", "Everywhere"]],
  ] as const;

  it.each(KEYS)("on %s has those of that screen", async (path, tables) => {
    const page = await open().signedIn();
    await page.goto(path.replace("STREAM", streamId));
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (path.includes("STREAM")) await page.getByRole("listitem", { name: new RegExp(ONE.title) }).waitFor();
    if (path === "/overlay")
      await page
        .getByRole("button", { name: /^Select / })
        .first()
        .waitFor();
    await page.getByRole("heading", { level: 1 }).click({ force: true });
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
    await list.waitFor();
    expect((await list.getByRole("heading", { level: 3 }).allTextContents()).toSorted()).toEqual([...tables].toSorted());
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
  });

  it("acts behind no question, also where a press beside it has taken the focus away, and so does no other key of the page", async () => {
    const page = await open().signedIn();
    await page.goto(`/streaming?stream=${streamId}`);
    const track = page.locator("[role=listitem]").filter({ hasText: ONE.title });
    await page.getByRole("button", { name: `Remove ${ONE.title}` }).click();
    const undo = page.getByRole("button", { name: `Undo: removed ${ONE.title}` });
    await undo.waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    const question = page.getByRole("alertdialog", { name: "Delete Stream" });
    await question.waitFor();
    await page.mouse.click(5, 5);
    expect(await page.evaluate("document.activeElement === document.body")).toBe(true);
    for (const key of ["Control+z", "Control+k", "?"]) await page.keyboard.press(key);
    expect(await page.locator("[role=dialog]").count()).toBe(0);
    expect(await track.count()).toBe(0);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await track.waitFor();
  });

  it("does not come where somebody types", async () => {
    const page = await open().signedIn();
    await page.goto("/library");
    await page.getByLabel("Search tracks").pressSequentially("what?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByLabel("Search tracks").inputValue()).toBe("what?");
  });
});
