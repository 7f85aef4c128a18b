import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BUILT_IN_TEMPLATES } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { DESKTOP, openBrowser, openPerson, PHONE } from "../src/browser.ts";
import { type Call, signInByCall } from "../src/call.ts";
import { click, steadyCanvas } from "../src/designer.ts";
import { signIn } from "../src/newcomer.ts";
import { makeCover, makeTone } from "../src/tones.ts";
import { tool } from "../src/tool.ts";

/**
 * Takes the pictures of docs/overlays.md in a studio that runs: `node overlays.ts URL EMAIL PASSWORD`. The designer wide and on a
 * phone, and every built-in template over a background, as the preview draws it.
 */
const [url = "", email = "", password = ""] = process.argv.slice(2);
const images = resolve(import.meta.dirname, "../../docs/images");
const PREVIEW = { width: 960, height: 540 };
const SONG = { title: "Lanterns on the Water", artist: "Ada Lindqvist & The Slow Ferries" };
const DUSK = "Harbour at dusk";

const folder = mkdtempSync(join(tmpdir(), "nightjar-pictures-"));
const browser = await openBrowser();
try {
  mkdirSync(images, { recursive: true });
  const call = await signInByCall(url, { email, password });
  await addSong(call);
  await addDusk(call);
  const { page } = await openPerson(browser, url);
  await signIn(page, { email, password });
  await page.getByText("Welcome,").waitFor();
  await page.setViewportSize(PREVIEW);
  for (const { name } of BUILT_IN_TEMPLATES) await takeTemplate(page, name);
  await takeDesigner(page);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function upload(call: Call, path: string, field: string, file: string, type: string): Promise<Record<string, unknown>> {
  const form = new FormData();
  form.set(field, new File([await readFile(file)], file.split("/").at(-1) ?? "file", { type }));
  return call("POST", path, form);
}

/** With a cover: what overlays are made for. */
async function addSong(call: Call): Promise<void> {
  const tone = {
    fileName: "song.mp3",
    ...SONG,
    pitchHz: 440,
    rateHz: 48_000,
    channels: 2,
    seconds: 8,
    coverPath: await makeCover(folder),
  } as const;
  const { fileUrl, metadata } = await upload(call, "/api/upload/audio", "audio", await makeTone(folder, tone), "audio/mpeg");
  const { artworkUrl } = metadata as { artworkUrl: string };
  await call("POST", "/api/tracks", { ...SONG, duration: "4:12", fileUrl, artworkUrl });
}

/** Soft lights that a picture of a harbour at night has, without one. */
async function addDusk(call: Call): Promise<void> {
  const path = join(folder, "dusk.mp4");
  const sky =
    "gradients=s=1920x1080:r=30:d=2:x0=300:y0=0:x1=1500:y1=1080:c0=0x1b2a49:c1=0x6b4a7a:c2=0xd98a6a:c3=0x20304f:nb_colors=4:speed=0.00001";
  const lights =
    "geq=lum='lum(X,Y)+90*exp(-(pow(X-1500,2)+pow(Y-330,2))/52000)+60*exp(-(pow(X-420,2)+pow(Y-560,2))/90000)':cb='cb(X,Y)':cr='cr(X,Y)'";
  const frame = join(folder, "dusk.png");
  await tool("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-i",
    sky,
    "-frames:v",
    "1",
    "-vf",
    `format=yuv444p,${lights},gblur=sigma=6,vignette=PI/5`,
    frame,
  ]);
  const still = ["-loop", "1", "-t", "2", "-i", frame, "-r", "30", "-c:v", "libx264", "-crf", "16", "-pix_fmt", "yuv420p", path];
  await tool("ffmpeg", ["-v", "error", "-y", ...still]);
  const { fileUrl, thumbnailUrl, duration, resolution } = await upload(call, "/api/upload/video", "video", path, "video/mp4");
  await call("POST", "/api/backgrounds", { title: DUSK, videoUrl: fileUrl, thumbnailUrl, duration, resolution });
}

/** The designer with this template, over dusk, with the song. */
async function show(page: Page, name: string): Promise<void> {
  await page.goto("/overlay");
  await page.getByRole("list", { name: "Templates" }).getByRole("button", { name }).first().click();
  await page.getByText(name, { exact: true }).first().waitFor();
  await page.getByLabel("Background behind the canvas").selectOption(DUSK);
  await page.getByRole("button", { name: /^Sample track/ }).click();
  const dialog = page.getByRole("dialog", { name: "Sample Track" });
  await dialog.getByRole("button", { name: SONG.title }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  await steadyCanvas(page);
}

async function takeTemplate(page: Page, name: string): Promise<void> {
  await show(page, name);
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview in New Tab" }).click();
  const tab = await opened;
  await tab.setViewportSize(PREVIEW);
  await tab.getByRole("img", { name: new RegExp(`^Overlay ${name}`) }).waitFor();
  await tab.waitForLoadState("networkidle");
  await tab.screenshot({ path: join(images, `template-${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.png`) });
  await tab.close();
}

async function takeDesigner(page: Page): Promise<void> {
  await page.setViewportSize(DESKTOP);
  await page.goto("/overlay");
  await page.getByRole("button", { name: "Fill the window" }).click();
  await show(page, "Lower Third");
  await click(page, "Track title");
  await page.screenshot({ path: join(images, "overlay-designer.png"), animations: "disabled" });
  await page.setViewportSize(PHONE);
  await page.getByRole("tab", { name: /^Layers/ }).click();
  await steadyCanvas(page);
  await page.screenshot({ path: join(images, "overlay-designer-phone.png"), animations: "disabled" });
}
