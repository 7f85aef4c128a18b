import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { background } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { unanswered } from "../src/answering.ts";
import { backgroundsFor } from "../src/backgrounds.ts";
import { read } from "../src/call.ts";
import { doublePress } from "../src/double-press.ts";
import { dropFile } from "../src/drop-file.ts";
import { goTo } from "../src/newcomer.ts";
import { standsOnce } from "../src/stands-once.ts";
import { tool } from "../src/tool.ts";
import { until } from "../src/until.ts";

// Files become backgrounds: one by the form, several at once, and what is refused or fails.

/** The upload call, and what of it can be made to fail. */
const UPLOADS = /\/api\/upload/;
const REFUSAL = "Please select a valid video file (MP4, MOV, AVI, WebM)";
const { open, form, dialog, card, notice, choose, video, picture } = backgroundsFor("background-uploads");
let page: Page;
let folder = "";
beforeAll(() => {
  ({
    folder,
    person: { page },
  } = open());
});

function written(name: string, bytes: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

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

describe("uploading at /backgrounds", () => {
  it("says that there is nothing yet, and takes a real file by mouse: percent, complete, closed, a title, a card that plays in its place", async () => {
    await page.getByText("No backgrounds yet").waitFor();
    await form().getByRole("button", { name: "Create Background" }).click();
    await notice("Please upload a video and enter a title").getByText("Missing Information").waitFor();
    const completeMs = shownForMs("Upload Complete!");
    const uploading = await choose(await video("rain.mp4", "navy"));
    // By the page's own clock: it stands for a second, in which nobody else is sure to look.
    expect(await completeMs).toBeGreaterThan(800);
    await uploading.waitFor({ state: "detached" });
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

    // As its copy is made, the page takes a paused video away, to fetch that one.
    const isMade = async () => (await read(open().call, background.array(), "/api/backgrounds")).every(({ isPreparing }) => !isPreparing);
    await until("the copy that airs is made", isMade, 90_000);
    await page.reload();
    await made.getByRole("button", { name: "Play Harbour Rain" }).click();
    const player = made.locator("video");
    const seconds = () => player.evaluate((element) => (element instanceof HTMLVideoElement ? element.currentTime : -1));
    await expect.poll(seconds).toBeGreaterThan(0.2);
    await made.getByRole("button", { name: "Pause Harbour Rain" }).click();
    await made.getByRole("button", { name: "Play Harbour Rain" }).waitFor();
    expect(await player.evaluate((element) => element instanceof HTMLVideoElement && element.paused)).toBe(true);
    const pausedAt = await seconds();
    // It goes round, and may just have begun anew.
    expect(pausedAt).toBeGreaterThan(0);
    await made.getByRole("button", { name: "Play Harbour Rain" }).click();
    await expect.poll(seconds).not.toBe(pausedAt);
    await made.getByRole("button", { name: "Pause Harbour Rain" }).click();
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

  it("takes off the list one of several by a double press, and goes on with the one that has moved up", async () => {
    await page.route(UPLOADS, () => undefined);
    const [first, ...others] = ["ebb.mp4", "flow.mp4", "neap.mp4"];
    const uploading = await choose(...[first, ...others].map((name) => written(name, "on its way for ever")));
    await uploading.getByRole("button", { name: "Go On in the Background" }).click();
    await uploading.waitFor({ state: "detached" });
    const cancel = (name: string) => page.getByRole("button", { name: `Cancel upload of ${name}` });
    await doublePress(page, cancel(first), cancel(others[0] ?? ""));
    expect(await page.getByRole("region", { name: "Uploads" }).getByRole("listitem").count()).toBe(others.length);
    for (const name of others) await cancel(name).click();
    await page.unroute(UPLOADS);
  });

  it("tries again by a double press, whose second half does not cancel that", async () => {
    const path = written("fog-bank.mp4", "refused once");
    await page.route(UPLOADS, (route) => route.fulfill({ status: 500, body: "<html>" }), { times: 1 });
    const uploading = await choose(path);
    await uploading.getByRole("alert").getByText("Upload failed with status 500").waitFor();
    await page.route(UPLOADS, () => undefined);
    const cancel = uploading.getByRole("button", { name: "Cancel upload" });
    await doublePress(page, uploading.getByRole("button", { name: "Try Again" }), cancel);
    expect(await cancel.isVisible()).toBe(true);
    await cancel.click();
    await uploading.getByText("Drop files here").waitFor();
    await page.unroute(UPLOADS);
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

  it("takes files that are dropped on its dialog, which hands over what is complete though it is closed within its second", async () => {
    await form().getByRole("button", { name: "Upload Video" }).click();
    const complete = await standsOnce(page, "Upload Complete!");
    await dropFile(dialog().getByText("Drop files here"), await picture("Pier.png"), "image/png");
    await complete.seen;
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await form().getByText("Pier.png").waitFor();
    expect(await card("Pier").count()).toBe(0);
  });

  it("makes one background of a file though the answer to Create was lost and it is pressed again, called as is typed by then, and says that it is that which fails", async () => {
    const uploading = await choose(await picture("Quay.png"));
    await uploading.waitFor({ state: "detached" });
    await form().getByLabel("Title").fill("Quay");
    await unanswered(page, /backgrounds\.create/);
    const create = form().getByRole("button", { name: "Create Background" });
    await create.click();
    await notice("Error").waitFor();
    await form().getByLabel("Title").fill("Quay at Night");
    await page.route(/backgrounds\.update/, (route) => route.abort(), { times: 1 });
    await create.click();
    await notice("Failed to update background").waitFor();
    await create.click();
    await notice("Background Created").getByText("Quay at Night", { exact: true }).waitFor();
    const made = await read(open().call, background.array(), "/api/backgrounds");
    expect(made.map(({ title }) => title).filter((title) => title.startsWith("Quay"))).toEqual(["Quay at Night"]);
  });
});
