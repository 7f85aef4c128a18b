import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FAILURE, answering, failing } from "../src/answering.ts";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { background } from "@nightjar/contract";
import { type Call, read } from "../src/call.ts";
import { dropFile } from "../src/drop-file.ts";
import { givenStream } from "../src/given.ts";
import { keyboard } from "../src/hands.ts";
import { hold } from "../src/hold.ts";
import { goTo } from "../src/newcomer.ts";
import { seatFor } from "../src/studio-for.ts";
import { tool } from "../src/tool.ts";

const TIMEOUT_MS = 30_000;
/** The upload call, and what of it can be made to fail. */
const UPLOADS = /\/api\/upload/;
const REFUSAL = "Please select a valid video file (MP4, MOV, AVI, WebM)";
const open = seatFor("backgrounds");
let page: Page;
let call: Call;
let folder = "";
beforeAll(async () => {
  ({ folder } = open());
  ({
    call,
    person: { page },
  } = open());
  page.setDefaultTimeout(TIMEOUT_MS);
});
beforeEach(async () => {
  await page.setViewportSize(DESKTOP);
  // The entry that a closed dialog leaves in the history may still be on its way out, which ends another navigation.
  await page.goto("/").catch(() => page.goto("/"));
  await goTo(page, "Background Videos");
});

/** A real video; another colour is another file. */
async function video(name: string, colour: string, seconds = 2): Promise<string> {
  const path = join(folder, name);
  const source = `color=${colour}:s=640x360:r=30:d=${seconds},drawbox=x=40*t:y=40:w=80:h=80:color=white:t=fill`;
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", path]);
  return path;
}
async function picture(name: string): Promise<string> {
  const path = join(folder, name);
  await tool("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=1280x720:d=1", "-frames:v", "1", path]);
  return path;
}
function written(name: string, bytes: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const form = () => page.getByRole("region", { name: "Upload Background" });
const dialog = () => page.getByRole("dialog", { name: "Upload Background Video" });
const cards = () => page.getByRole("list", { name: "Backgrounds" });
const card = (title: string) => cards().getByRole("listitem", { name: title, exact: true });
const notice = (text: string) => page.locator("[data-notice]").filter({ hasText: text });
const storedInterval = async () => (await call("GET", "/api/stream-settings"))["autoSwitch"];

/** How long a text stands on the page once it comes, by the page's own clock. */
const shownForMs = (text: string): Promise<number> =>
  page.evaluate((wanted) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    let cameMs: number | null = null;
    const observer = new MutationObserver(() => {
      const isThere = document.body.innerText.includes(wanted);
      if (isThere) cameMs ??= performance.now();
      else if (cameMs !== null) {
        observer.disconnect();
        resolve(performance.now() - cameMs);
      }
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    return promise;
  }, text);

async function choose(...paths: string[]): Promise<Locator> {
  if (!(await dialog().isVisible()))
    await form()
      .getByRole("button", { name: /^(Upload Video|Replace)/ })
      .click();
  const chooser = page.waitForEvent("filechooser");
  await dialog().getByText("choose them").click();
  await (await chooser).setFiles(paths);
  return dialog();
}

describe("/backgrounds", () => {
  it("says that there is nothing yet, and takes a real file by mouse: percent, complete, closed, a title, a card that plays in its place", async () => {
    await page.getByText("No backgrounds yet").waitFor();
    await form().getByRole("button", { name: "Create Background" }).click();
    await notice("Please upload a video and enter a title").getByText("Missing Information").waitFor();
    const completeMs = shownForMs("Upload Complete!");
    const uploading = await choose(await video("rain.mp4", "navy"));
    await uploading.getByText("Upload Complete!").waitFor();
    await uploading.waitFor({ state: "detached" });
    // A second, on a machine that may be busy.
    expect(await completeMs).toBeGreaterThan(800);
    expect(await completeMs).toBeLessThan(5000);
    await form().getByText("rain.mp4").waitFor();
    await form().getByRole("button", { name: "Create Background" }).click();
    await notice("Missing Information").waitFor();
    await form().getByLabel("Title").fill("Harbour Rain");
    await form().getByLabel("Description").fill("Slow, blue");
    await form().getByRole("button", { name: "Create Background" }).click();
    await notice("Background Created").waitFor();
    const made = card("Harbour Rain");
    for (const text of ["Slow, blue", "0:02", "640x360", "No stream shows it"]) await made.getByText(text).waitFor();
    await page.getByText("1 background in total").waitFor();

    await made.getByRole("button", { name: "Play Harbour Rain" }).click();
    const player = made.locator("video");
    const seconds = () => player.evaluate((element) => (element instanceof HTMLVideoElement ? element.currentTime : -1));
    await expect.poll(seconds).toBeGreaterThan(0.2);
    await made.getByRole("button", { name: "Pause Harbour Rain" }).click();
    await made.getByRole("button", { name: "Play Harbour Rain" }).waitFor();
    expect(await player.evaluate((element) => element instanceof HTMLVideoElement && element.paused)).toBe(true);
    const pausedAt = await seconds();
    expect(pausedAt).toBeGreaterThan(0.2);
    await made.getByRole("button", { name: "Play Harbour Rain" }).click();
    await expect.poll(seconds).not.toBe(pausedAt);
    await made.getByRole("button", { name: "Pause Harbour Rain" }).click();
  });

  it("marks the active one, whose button is disabled, and edits: a title is needed", async () => {
    const made = card("Harbour Rain");
    await made.getByRole("button", { name: "Set Active" }).click();
    await notice("Background Activated").waitFor();
    await made.getByText("ACTIVE", { exact: true }).waitFor();
    expect(await made.getByRole("button", { name: "Set Active" }).isDisabled()).toBe(true);
    await made.getByRole("button", { name: "Edit Harbour Rain" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    await editing.getByLabel("Title").fill(" ");
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await editing.getByText("Please enter a title").waitFor();
    await editing.getByLabel("Title").fill("Rain");
    await page.keyboard.press("Enter");
    await editing.waitFor({ state: "detached" });
    await notice("Background Updated").waitFor();
    await card("Rain").getByText("ACTIVE", { exact: true }).waitFor();
  });

  it("keeps what a colleague has written meanwhile in the field that was not touched", async () => {
    await card("Rain").getByRole("button", { name: "Edit Rain" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    const stored = async () => (await read(call, background.array(), "/api/backgrounds")).find(({ title }) => title.startsWith("Rain"));
    const rain = await stored();
    await call("PATCH", `/api/backgrounds/${rain?.id}`, { description: "By a colleague" });
    await editing.getByLabel("Title").fill("Rain again");
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await editing.waitFor({ state: "detached" });
    expect(await stored()).toMatchObject({ title: "Rain again", description: "By a colleague" });
    await call("PATCH", `/api/backgrounds/${rain?.id}`, { title: "Rain" });
    await card("Rain").getByText("ACTIVE", { exact: true }).waitFor();
  });

  it("asks before what was typed for a new one is left behind", async () => {
    const title = page.getByLabel("Title").first();
    await title.fill("Half a thought");
    await page.getByRole("link", { name: "Music Library" }).first().click();
    const asking = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await asking.getByRole("button", { name: "Cancel" }).click();
    expect(await title.inputValue()).toBe("Half a thought");
    await title.fill("");
  });

  it("says why a file is refused, and takes another in the same dialog", async () => {
    const refused = await choose(written("notes.txt", "no video"));
    await refused.getByRole("alert").getByText(REFUSAL).waitFor();
    await refused.getByRole("button", { name: "Try Again" }).click();
    await choose(written("notes.mp4", "no video in here either"));
    await refused.getByRole("alert").getByText(REFUSAL).waitFor();
    await refused.getByRole("button", { name: "Try Again" }).click();
    await choose(written("large.mp4", Buffer.alloc(100 * 1024 * 1024 + 1)));
    await refused.getByRole("alert").getByText("File size must be less than 100MB").waitFor();
    await page.keyboard.press("Escape");
    await refused.waitFor({ state: "detached" });
  });

  it("says in the specification's words how an upload failed, tries again, and can be cancelled", async () => {
    const path = await video("fog.mp4", "gray");
    await page.route(UPLOADS, (route) => route.fulfill({ status: 500, body: "<html>" }));
    const uploading = await choose(path);
    await uploading.getByRole("alert").getByText("Upload failed with status 500").waitFor();
    await page.unroute(UPLOADS);
    // Held until it is cancelled.
    await page.route(UPLOADS, () => undefined);
    await uploading.getByRole("button", { name: "Try Again" }).click();
    await uploading.getByRole("status").waitFor();
    await uploading.getByRole("button", { name: "Cancel upload" }).click();
    await uploading.getByText("Drop files here").waitFor();
    await page.unroute(UPLOADS);
    await choose(path);
    await uploading.getByText("Upload Complete!").waitFor();
    await uploading.waitFor({ state: "detached" });
    await form().getByText("fog.mp4").waitFor();
  });

  it("takes several at once, still pictures too, each a background named after its file, and goes on when the dialog is closed", async () => {
    const uploading = await choose(await video("snow.mp4", "white"), await picture("Lighthouse.png"), written("broken.mp4", "nothing"));
    await uploading
      .getByRole("button", { name: /^(Go On in the Background|Close)$/ })
      .last()
      .click();
    await uploading.waitFor({ state: "detached" });
    await card("snow").waitFor();
    await card("Lighthouse").getByText("Still picture").waitFor();
    expect(await card("Lighthouse").getByRole("button", { name: /^Play/ }).count()).toBe(0);
    const left = page.getByRole("region", { name: "Uploads" });
    await left.getByRole("listitem", { name: "broken.mp4" }).getByText(REFUSAL).waitFor();
    await left.getByRole("button", { name: "Take broken.mp4 off the list" }).click();
    await left.getByRole("button", { name: "Clear finished" }).click();
    await left.waitFor({ state: "detached" });
    await page.getByText("3 backgrounds in total").waitFor();
  });

  it("goes on at other screens, waits for a lost connection, and sends nothing twice", async () => {
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    const slow = { latency: 20, downloadThroughput: -1, uploadThroughput: 250_000 };
    await wire.send("Network.emulateNetworkConditions", { offline: false, ...slow });
    const offsets: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") offsets.push(request.headers()["upload-offset"] ?? "");
    });
    const noise = ["-f", "lavfi", "-i", "nullsrc=s=640x360:r=30:d=3,geq=random(1)*255:128:128", "-b:v", "9M", "-pix_fmt", "yuv420p"];
    const path = join(folder, "hotel.mp4");
    await tool("ffmpeg", ["-v", "error", "-y", ...noise, path]);
    const uploading = await choose(path);
    await uploading.getByText(/Uploading... [1-9]/).waitFor();
    await uploading.getByRole("button", { name: "Go On in the Background" }).click();
    await uploading.waitFor({ state: "detached" });
    await goTo(page, "Music Library");
    await page.getByRole("link", { name: /^Uploading 1 file/ }).waitFor();
    await wire.send("Network.emulateNetworkConditions", { offline: true, ...slow });
    await page.getByRole("link", { name: /^Upload waits for the connection/ }).waitFor();
    await wire.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
    await notice("Background Created").waitFor();
    await page.getByRole("link", { name: /^Upload/ }).waitFor({ state: "detached" });
    // What the connection had taken already may have come all the same: then nothing is left to send.
    expect(offsets.filter((offset) => offset === "0")).toHaveLength(1);
    await goTo(page, "Background Videos");
    await card("hotel").getByText("0:03").waitFor();
    await wire.detach();
  });

  it("names the streams that show a background before it is deleted", async () => {
    const id = await givenStream(call, "Night Shift");
    const list = await call("GET", "/api/backgrounds");
    const snow = Object.values(list).find((entry) => Reflect.get(Object(entry), "title") === "snow");
    await call("PATCH", `/api/streams/${String(id)}`, { activeBackgroundId: Reflect.get(Object(snow), "id") });
    await card("snow").getByText("Shown by Night Shift").waitFor();
    await card("snow").getByRole("button", { name: "Delete snow" }).click();
    const asked = page.getByRole("alertdialog", { name: "Delete Background" });
    await asked.getByText("It is used by Night Shift, which will show the active background instead.").waitFor();
    await asked.getByRole("button", { name: "Delete" }).click();
    await notice("Background Deleted").waitFor();
    await card("snow").waitFor({ state: "detached" });
    await card("Rain").getByText("Shown by Night Shift").waitFor();
  });

  it("saves how backgrounds give way to each other", async () => {
    const settings = page.getByRole("region", { name: "Background Settings" });
    const offered = (label: string) => settings.getByLabel(label).getByRole("option").allTextContents();
    expect(await offered("Transition Effect")).toEqual(["Fade", "Slide", "Instant"]);
    expect(await offered("Auto-switch Interval")).toEqual(["Never", "Every 5 minutes", "Every 10 minutes", "Every song"]);
    await settings.getByLabel("Transition Effect").selectOption("Slide");
    await notice("Background settings saved").waitFor();
    await settings.getByLabel("Auto-switch Interval").selectOption("Every 10 minutes");
    await settings.getByText("All backgrounds take turns.").waitFor();
    await expect.poll(storedInterval).toBe("10-minutes");
    await page.reload();
    await expect.poll(() => settings.getByLabel("Transition Effect").inputValue()).toBe("slide");
    expect(await settings.getByLabel("Auto-switch Interval").inputValue()).toBe("10-minutes");
  });

  it("takes each step of the arrow keys on a list while the one before is still being saved, shows it, and stores the last", async () => {
    const interval = page.getByRole("region", { name: "Background Settings" }).getByLabel("Auto-switch Interval");
    for (const [name, value] of [
      ["Never", "never"],
      ["Every song", "every-song"],
    ] as const) {
      const letGo = await hold(page, /settings\.patch/);
      await keyboard.choose(interval, name);
      expect(await interval.inputValue()).toBe(value);
      letGo();
      await expect.poll(storedInterval).toBe(value);
      await page.unroute(/settings\.patch/);
    }
    expect(await interval.evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it("says of each change that fails which one it was", async () => {
    const fail = (procedure: string) => page.route(`**/trpc/backgrounds.${procedure}*`, (route) => route.abort());
    const told = (text: string) => notice(text).getByText("Error", { exact: true }).waitFor();
    await fail("update");
    await card("Rain").getByRole("button", { name: "Edit Rain" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Background" });
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await told("Failed to update background");
    await page.keyboard.press("Escape");
    await editing.waitFor({ state: "detached" });
    await fail("delete");
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    await page.getByRole("alertdialog", { name: "Delete Background" }).getByRole("button", { name: "Delete" }).click();
    await told("Failed to delete background");
    await card("Rain").waitFor();
    await page.keyboard.press("Escape");
    await (await choose(await video("mist.mp4", "silver"))).waitFor({ state: "detached" });
    await form().getByLabel("Title").fill("Mist");
    await fail("create");
    await form().getByRole("button", { name: "Create Background" }).click();
    await told("Failed to create background");
    await page.unrouteAll();
    await form().getByRole("button", { name: "Create Background" }).click();
    await card("Mist").waitFor();
  });

  it("takes files that are dropped on its dialog, which hands over what is complete though it is closed within its second", async () => {
    await form().getByRole("button", { name: "Upload Video" }).click();
    await dropFile(dialog().getByText("Drop files here"), await picture("Pier.png"), "image/png");
    await dialog().getByText("Upload Complete!").waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await form().getByText("Pier.png").waitFor();
    expect(await card("Pier").count()).toBe(0);
  });

  it("does not call a background unused whose uses could not be read, nor settings known that were not read", async () => {
    await page.route(/backgrounds\.uses|settings\.get\b/, failing(["backgrounds.uses", "settings.get"]));
    await page.reload();
    await card("Rain").getByText("Which streams show it could not be read.").waitFor();
    await page.getByText("The background settings could not be read. What is shown may not be what holds.").waitFor();
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    const asked = page.getByRole("alertdialog", { name: "Delete Background" });
    await asked.getByText("Which streams show it could not be read: what its deletion changes on air is not known.").waitFor();
    await page.keyboard.press("Escape");
    await page.unrouteAll();
  });

  it("marks what says of itself that it is prepared, while how far that is cannot be read", async () => {
    const unread = answering((procedure, answer): unknown => {
      if (procedure === "backgrounds.preparations") return FAILURE;
      return JSON.parse(JSON.stringify(answer).replaceAll('"isPreparing":false', '"isPreparing":true'));
    });
    await page.route(/backgrounds\.(list|preparations)/, unread);
    await page.reload();
    await card("Rain").getByText("Preparing", { exact: true }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("says what went wrong with a change, and shows what could not be read with another try", async () => {
    await page.route(/backgrounds\.activate/, (route) => route.fulfill({ status: 500, body: "{}" }));
    await card("Lighthouse").getByRole("button", { name: "Set Active" }).click();
    await notice("Failed to activate background").getByText("Error").waitFor();
    await page.unroute(/backgrounds\.activate/);
    await page.route(/backgrounds\.list/, (route) => route.abort());
    await page.reload();
    await page.getByText("The backgrounds could not be read").waitFor();
    await page.unroute(/backgrounds\.list/);
    await page.getByRole("button", { name: "Try again" }).click();
    await card("Lighthouse").waitFor();
  });

  it.each([
    ["wide", DESKTOP],
    ["on a phone", PHONE],
  ])("%s keeps nobody out, with its dialogs too, and nothing is wider than the screen", async (_name, size) => {
    await page.setViewportSize(size);
    await card("Rain").waitFor();
    const width = () => page.evaluate("document.documentElement.scrollWidth");
    expect(await width()).toBeLessThanOrEqual(size.width);
    expect(await barriers(page)).toEqual([]);
    await form().getByRole("button", { name: "Upload Video" }).focus();
    await page.keyboard.press("Enter");
    await dialog().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await card("Rain").getByRole("button", { name: "Delete Rain" }).click();
    await page.getByRole("alertdialog").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });
});
