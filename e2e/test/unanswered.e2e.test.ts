import { overlayTemplate, playlist } from "@nightjar/contract";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { unanswered } from "../src/answering.ts";
import { DESKTOP } from "../src/browser.ts";
import { read } from "../src/call.ts";
import { notice } from "../src/command-box.ts";
import { givenTrack } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

// What was pressed is carried out, and its answer lost: it is one's own, and a second press makes no second one.

const [TONE] = TONES;
if (!TONE) throw new Error("there is no tone");
const open = studioFor("unanswered");
let trackId = "";
beforeAll(async () => {
  trackId = await givenTrack(open().call, open().folder, TONE);
});

it("a track is taken for saved as it was typed, and nobody else is named", async () => {
  const page = await open().signedIn({ viewport: DESKTOP });
  await page.goto("/library");
  await page.getByRole("button", { name: `Edit ${TONE.title}`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Track" });
  await dialog.getByLabel("Album").fill(" Mine ");
  await unanswered(page, "**/trpc/tracks.update*");
  await dialog.getByRole("button", { name: "Update Track" }).click();
  await notice(page, "Update Failed").waitFor();
  // The form follows the event of one's own change: nothing typed is left.
  await expect.poll(() => dialog.getByLabel("Album").inputValue()).toBe("Mine");
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await open().call("GET", `/api/tracks/${trackId}`)).toMatchObject({ album: "Mine" });
});

it("a track that is saved again before that is known is told as updated", async () => {
  const page = await open().signedIn({ viewport: DESKTOP });
  // Nothing tells of what changes.
  await page.route(/\/api\/events/, (route) => route.abort());
  await page.goto("/library");
  await page.getByRole("button", { name: `Edit ${TONE.title}`, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Track" });
  await dialog.getByLabel("Album").fill("Ours");
  await unanswered(page, "**/trpc/tracks.update*");
  const update = dialog.getByRole("button", { name: "Update Track" });
  await update.click();
  await notice(page, "Update Failed").waitFor();
  await update.click();
  await notice(page, "Track Updated").waitFor();
  await dialog.waitFor({ state: "detached" });
});

it("a template that is saved as new is made once, under the name that it was given first", async () => {
  const templates = () => read(open().call, overlayTemplate.array(), "/api/overlay-templates");
  const before = await templates();
  const page = await open().signedIn({ viewport: DESKTOP });
  await page.goto(`/overlay?template=${before[0]?.id}`);
  await unanswered(page, "**/trpc/overlays.createTemplate*");
  const save = page.getByRole("button", { name: "Save as New Template" });
  await save.click();
  await notice(page, "Save Failed").waitFor();
  await save.click();
  await notice(page, "Template Saved").waitFor();
  const made = (await templates()).filter(({ id }) => before.every((each) => each.id !== id));
  expect(made).toHaveLength(1);
  expect(await page.getByLabel("Template name").inputValue()).toBe(made[0]?.name);
});

it("a playlist from a file is kept once", async () => {
  const path = join(open().folder, "Once.csv");
  writeFileSync(path, "Track Name,Artist Name(s)\nAsh,Lamp\n");
  const page = await open().signedIn({ viewport: DESKTOP });
  await page.goto("/playlist-sync");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await dialog.locator("input[type=file]").setInputFiles(path);
  await dialog.getByText(/^1 track, /).waitFor();
  await unanswered(page, "**/trpc/playlists.create*");
  const analyze = dialog.getByRole("button", { name: "Analyze Playlist" });
  await analyze.click();
  await notice(page, "Import Failed").waitFor();
  await analyze.click();
  await notice(page, "Playlist Analyzed").waitFor();
  expect((await read(open().call, playlist.array(), "/api/playlists")).map(({ name }) => name)).toEqual(["Once"]);
});
