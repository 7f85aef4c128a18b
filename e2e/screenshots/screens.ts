/// <reference lib="dom" />
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { DESKTOP, openBrowser, openPerson, PHONE } from "../src/browser.ts";
import { signInByCall } from "../src/call.ts";
import { signIn } from "../src/newcomer.ts";
import { until } from "../src/until.ts";

/**
 * Takes docs/images/screen-*.png, every screen wide and on a phone, in a studio that runs and has something in it:
 * `node screens.ts URL EMAIL PASSWORD [FOLDER]`. With a folder of one's own the pictures are as long as their pages, to be looked through.
 */
const [url = "", email = "", password = "", folder] = process.argv.slice(2);
const images = folder ?? resolve(import.meta.dirname, "../../docs/images");

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Says that it stands. */
  readonly heading: string;
  readonly show?: (page: Page) => Promise<unknown>;
}

const ctrlK = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Commands" }).fill("night");
  await page.getByRole("option", { name: /^Edit Night Shift Radio/ }).waitFor();
};
const keys = async (page: Page) => {
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard Shortcuts" }).waitFor();
};
const tab = (page: Page) => page.getByRole("tablist").evaluate((list) => list.scrollIntoView({ block: "center" }));
const lists = async (page: Page) => page.getByRole("row").nth(1).waitFor();

const BEFORE: readonly Screen[] = [
  { name: "login", path: "/login", heading: "Sign in" },
  { name: "register", path: "/register", heading: "Create Account" },
  { name: "reset-password", path: "/reset-password", heading: "Forgot your password?" },
];

const screens = (streamId: string): readonly Screen[] => [
  { name: "dashboard", path: "/", heading: "Welcome to Nightjar" },
  { name: "library", path: "/library", heading: "Music Library", show: lists },
  { name: "streams", path: "/streaming", heading: "Stream Manager" },
  {
    ...{ name: "stream", path: `/streaming?stream=${streamId}`, heading: "Stream Manager" },
    show: (page) => page.getByRole("tabpanel").getByRole("listitem").first().waitFor(),
  },
  { name: "stream-tracklist", path: `/streaming?stream=${streamId}`, heading: "Stream Manager", show: tab },
  { name: "stream-background", path: `/streaming?stream=${streamId}&tab=background`, heading: "Stream Manager", show: tab },
  { name: "stream-overlays", path: `/streaming?stream=${streamId}&tab=overlays`, heading: "Stream Manager", show: tab },
  { name: "wall", path: "/wall", heading: "Wall" },
  { name: "backgrounds", path: "/backgrounds", heading: "Background Videos" },
  { name: "overlay", path: "/overlay", heading: "Overlay Designer" },
  { name: "test-stream", path: `/test-stream?stream=${streamId}`, heading: "Test Stream" },
  { name: "playlist-sync", path: "/playlist-sync", heading: "Playlist Sync" },
  { name: "spotify", path: "/spotify", heading: "Spotify" },
  { name: "settings", path: "/settings", heading: "Settings" },
  { name: "admin", path: "/admin", heading: "Admin Dashboard", show: lists },
  { name: "not-found", path: "/nowhere", heading: "Page not found" },
  { name: "commands", path: `/streaming?stream=${streamId}`, heading: "Stream Manager", show: ctrlK },
  { name: "keys", path: "/overlay", heading: "Overlay Designer", show: keys },
];

const browser = await openBrowser();
try {
  mkdirSync(images, { recursive: true });
  const call = await signInByCall(url, { email, password });
  const streams = Object.values(await call("GET", "/api/streams")) as unknown as { id: string; title: string }[];
  const stream = streams.find(({ title }) => title === "Night Shift Radio");
  for (const [viewport, ending] of [
    [DESKTOP, ""],
    [PHONE, "-phone"],
  ] as const) {
    const { page, context } = await openPerson(browser, url);
    await page.setViewportSize(viewport);
    for (const screen of BEFORE) await take(page, screen, ending);
    await signIn(page, { email, password });
    await page.getByText("Welcome,").waitFor();
    for (const screen of screens(stream?.id ?? "")) await take(page, screen, ending);
    await context.close();
  }
} finally {
  await browser.close();
}

async function take(page: Page, { name, path, heading, show }: Screen, ending: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { name: heading, level: 1 }).first().waitFor({ state: "attached" });
  await page.waitForLoadState("load");
  await until("nothing more is loaded", async () => (await page.getByText(/^Loading/).count()) === 0);
  await show?.(page);
  await page.screenshot({ path: join(images, `screen-${name}${ending}.png`), animations: "disabled", fullPage: folder !== undefined });
}
