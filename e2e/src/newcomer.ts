import { basename } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Tone } from "./tones.ts";
import { standsOnce } from "./stands-once.ts";

// What people do at the screens, by what they read there: labels, buttons, headings.

export interface Account {
  readonly email: string;
  readonly password: string;
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

export async function register(page: Page, { email, password }: Account): Promise<void> {
  await page.goto("/login");
  await page.getByRole("link", { name: "Create one" }).click();
  // Both screens have an e-mail and a password.
  await page.getByRole("heading", { name: "Create Account" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password").fill(password);
  await page.getByRole("button", { name: "Create Account" }).click();
}

export async function goTo(page: Page, entry: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${entry}`) })
    .click();
}

/** Goes to /admin and lets somebody in. */
export async function approve(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: /^Admin Dashboard/ }).click();
  const waiting = page.getByRole("region", { name: "Pending Registrations" });
  await waiting.getByRole("listitem").filter({ hasText: email }).getByRole("button", { name: "Approve" }).click();
  await waiting.waitFor({ state: "detached" });
}

/** The upload dialog in /library: the file is chosen, its tags fill in the form, the form is sent. */
export async function uploadTrack(page: Page, path: string, tone: Tone, look: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Add Music" }).click();
  const details = page.getByRole("dialog", { name: "Complete Track Details" });
  await details.getByText("Audio file required to save track").waitFor();
  await details.getByRole("button", { name: "Upload Audio File" }).click();
  const upload = page.getByRole("dialog", { name: "Upload Audio File" });
  const chooser = page.waitForEvent("filechooser");
  await upload.getByText("Drop a file here").click();
  // It stands for little more than a second, in which nobody else is sure to look.
  const complete = await standsOnce(page, "Upload Complete!", basename(path));
  await (await chooser).setFiles(path);
  await complete.seen;
  await upload.waitFor({ state: "detached" });
  await details.getByText("Audio file ready").waitFor();
  await look(details);
  await details.getByRole("button", { name: "Upload Track" }).click();
  await details.waitFor({ state: "detached" });
  await trackRow(page, tone).getByText("Ready").waitFor();
}

export function trackRow(page: Page, tone: Tone): Locator {
  return page.getByRole("row").filter({ hasText: tone.title });
}

export async function createStream(page: Page, title: string, description: string): Promise<void> {
  await page.getByRole("button", { name: "Create New Stream" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Stream" });
  await dialog.getByLabel("Title").fill(title);
  await page.keyboard.press("Tab");
  await page.keyboard.type(description);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: title }).waitFor();
}

export async function addTracks(page: Page, tones: readonly Tone[]): Promise<void> {
  await page.getByRole("button", { name: "Add Track" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Track" });
  for (const { title, artist } of tones) await dialog.getByRole("checkbox", { name: `${title} by ${artist}` }).click();
  await dialog.getByRole("button", { name: `Add ${tones.length} Tracks` }).click();
  await dialog.waitFor({ state: "detached" });
  const list = page.getByRole("list", { name: "Tracklist" });
  for (const [index, { title, artist }] of tones.entries()) {
    await list.getByRole("listitem", { name: `${index + 1}. ${title} by ${artist}` }).waitFor();
  }
}

export async function setDestination(page: Page, url: string, streamKey: string): Promise<void> {
  const panel = page.getByRole("region", { name: "RTMP destination" });
  await panel.getByLabel("RTMP address").fill(url);
  await panel.getByLabel("Stream key").fill(streamKey);
  await panel.getByRole("button", { name: "Save Destination" }).click();
  await panel.getByText("Stream key: set").waitFor();
}

/** The card that tells what is true now. */
export function actualState(page: Page): Locator {
  return page.getByRole("region", { name: "Actual state" });
}

/** Waits until the studio says that this track is on air. */
export async function waitForTrack(page: Page, title: string, timeoutMs: number): Promise<void> {
  await actualState(page).getByText("Now playing").locator("..").getByText(title, { exact: true }).waitFor({ timeout: timeoutMs });
}

/** Takes the chosen stream off the air, and answers that this is meant. */
export async function stopStream(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Stop Stream" }).click();
  await page.getByRole("alertdialog", { name: "Stop Stream" }).getByRole("button", { name: "Stop Stream" }).click();
}
