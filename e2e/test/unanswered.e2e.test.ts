import { beforeAll, expect, it } from "vitest";
import { unanswered } from "../src/answering.ts";
import { DESKTOP } from "../src/browser.ts";
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
