/// <reference lib="dom" />
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { DESKTOP, openPerson, PHONE } from "../src/browser.ts";
import { type Account, register, signIn } from "../src/newcomer.ts";
import { until } from "../src/until.ts";
import { shownWithin } from "../src/watching.ts";
import { dialogs } from "./dialogs.ts";
import { drawn } from "./drawn.ts";
import type { Screen } from "./screen.ts";
import { SONG, STREAM } from "./world.ts";

const ctrlK = async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Commands" }).fill("night");
  await page.getByRole("option", { name: `Edit ${STREAM}` }).waitFor();
};
const keys = async (page: Page) => {
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard Shortcuts" }).waitFor();
};
const tab = (page: Page) => page.getByRole("tablist").evaluate((list) => list.scrollIntoView({ block: "center" }));
const lists = async (page: Page) => page.getByRole("row").nth(1).waitFor();

const playlist = async (page: Page) => {
  await page.getByRole("button", { name: /^Late, by ear/ }).click();
  await page.getByRole("list", { name: "Tracks of the playlist" }).getByRole("listitem").first().waitFor();
};
/** What is sent of both streams on air is seen. */
const sent = (page: Page) => page.locator('img[src^="/api/wall/pictures/"]').nth(1).waitFor();

/** What airs, and the figures above it, which come when they are counted. */
const figures = async (page: Page) => {
  await sent(page);
  await page.getByText("–", { exact: true }).first().waitFor({ state: "detached" });
};

/** Once started it goes on, also for the picture on a phone. */
const testing = async (page: Page) => {
  const watch = page.getByRole("button", { name: "Watch", exact: true });
  await page.getByRole("button", { name: "Start Test Stream" }).or(watch).click();
  await until("the test is seen", async () => (await shownWithin(page, 0.5)) >= 0.5, 60_000);
  // Its first seconds are the slate's.
  await page.getByText(SONG.title, { exact: true }).waitFor();
  await page.getByText("Sending", { exact: true }).waitFor({ timeout: 120_000 });
  await until("its own picture is seen", () => page.evaluate(isWhiteSeen), 120_000);
  for (const close of await page.getByRole("listitem").getByRole("button", { name: "Close" }).all()) await close.click();
};

/** In the browser. The text of the overlay, which the slate has none of. */
function isWhiteSeen(): boolean {
  const video = document.querySelector("video");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (!video || !context) return false;
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return data.some((red, at) => at % 4 === 0 && Math.min(red, data[at + 1] ?? 0, data[at + 2] ?? 0) > 240);
}

const preview = async (page: Page) => {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Preview in New Tab" }).click();
  const tab = await opened;
  await tab.setViewportSize(page.viewportSize() ?? DESKTOP);
  await tab.getByRole("img", { name: /^Overlay/ }).waitFor();
  await drawn(tab);
  return tab;
};

/** Nothing is made of them any more. */
const prepared = (page: Page) =>
  page
    .getByText("Preparing", { exact: true })
    .first()
    .waitFor({ state: "detached", timeout: 5 * 60_000 });

const WAITING: Screen = { name: "waiting-approval", path: "/waiting-approval", heading: "Account Pending Approval" };
const BEFORE: readonly Screen[] = [
  { name: "login", path: "/login", heading: "Sign in" },
  { name: "register", path: "/register", heading: "Create Account" },
  { name: "reset-password", path: "/reset-password", heading: "Forgot your password?" },
];

const screens = (streamId: string): readonly Screen[] => [
  { name: "dashboard", path: "/", heading: "Welcome to Nightjar", show: figures },
  { name: "library", path: "/library", heading: "Music Library", show: lists },
  { name: "streams", path: "/streaming", heading: "Stream Manager" },
  {
    ...{ name: "stream", path: `/streaming?stream=${streamId}`, heading: "Stream Manager" },
    show: (page) => page.getByRole("tabpanel").getByRole("listitem").first().waitFor(),
  },
  { name: "stream-tracklist", path: `/streaming?stream=${streamId}`, heading: "Stream Manager", show: tab },
  { name: "stream-background", path: `/streaming?stream=${streamId}&tab=background`, heading: "Stream Manager", show: tab },
  { name: "stream-overlays", path: `/streaming?stream=${streamId}&tab=overlays`, heading: "Stream Manager", show: tab },
  { name: "wall", path: "/wall", heading: "Wall", show: sent },
  { name: "backgrounds", path: "/backgrounds", heading: "Background Videos", show: prepared },
  { name: "overlay", path: "/overlay", heading: "Overlay Designer" },
  { name: "overlay-preview", path: "/overlay", heading: "Overlay Designer", inTab: preview },
  { name: "test-stream", path: `/test-stream?stream=${streamId}`, heading: "Test Stream", show: testing },
  { name: "playlist-sync", path: "/playlist-sync", heading: "Playlist Sync", show: playlist },
  { name: "spotify", path: "/spotify", heading: "Spotify" },
  { name: "settings", path: "/settings", heading: "Settings" },
  { name: "admin", path: "/admin", heading: "Admin Dashboard", show: lists },
  { name: "not-found", path: "/nowhere", heading: "Page not found" },
  { name: "commands", path: `/streaming?stream=${streamId}`, heading: "Stream Manager", show: ctrlK },
  { name: "keys", path: "/overlay", heading: "Overlay Designer", show: keys },
];

export interface Screens {
  readonly browser: Browser;
  readonly url: string;
  readonly admin: Account;
  readonly streamId: string;
  readonly images: string;
  /** Those alone; none: all. */
  readonly names: readonly string[];
  /** As long as their pages are. */
  readonly isWhole: boolean;
}

/** Takes screen-*.png and dialog-*.png, each wide and on a phone. */
export async function takeScreens({ browser, url, admin, streamId, images, names, isWhole }: Screens): Promise<void> {
  const wanted = ({ name }: Screen) => names.length === 0 || names.includes(name);
  for (const [viewport, ending] of [
    [DESKTOP, ""],
    [PHONE, "-phone"],
  ] as const) {
    const { page, context } = await openPerson(browser, url);
    const shoot = async ({ name, inTab }: Screen, on = page, kind = "screen") => {
      const shown = (await inTab?.(on)) ?? on;
      await shown.screenshot({ path: join(images, `${kind}-${name}${ending}.png`), animations: "disabled", fullPage: isWhole });
    };
    await page.setViewportSize(viewport);
    if (wanted(WAITING)) {
      const newcomer = await openPerson(browser, url);
      await newcomer.page.setViewportSize(viewport);
      const jo = { ...admin, email: `jo${ending}@nightjar.example` };
      await register(newcomer.page, jo);
      await newcomer.page.waitForURL("**/login");
      await signIn(newcomer.page, jo);
      await newcomer.page.getByRole("heading", { name: WAITING.heading }).waitFor();
      await shoot(await stand(newcomer.page, WAITING), newcomer.page);
      await newcomer.context.close();
    }
    for (const screen of BEFORE.filter(wanted)) await shoot(await stand(page, screen));
    await signIn(page, admin);
    await page.getByText("Welcome,").waitFor();
    for (const screen of screens(streamId).filter(wanted)) await shoot(await stand(page, screen));
    for (const dialog of dialogs(streamId).filter(wanted)) await shoot(await stand(page, dialog), page, "dialog");
    await context.close();
  }
}

/** Goes there and waits until all of it is shown. */
async function stand(page: Page, screen: Screen): Promise<Screen> {
  await page.goto(screen.path);
  await page.getByRole("heading", { name: screen.heading, level: 1 }).first().waitFor({ state: "attached" });
  await page.waitForLoadState("load");
  await until("nothing more is loaded", async () => (await page.getByText(/^Loading/).count()) === 0);
  await screen.show?.(page);
  await until("every picture is there, or the plain disc in its place", () => page.evaluate(areSeenPicturesThere));
  return screen;
}

/** In the browser. What lies below is loaded when it is scrolled to. */
function areSeenPicturesThere(): boolean {
  const seen = [...document.images].filter((image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  });
  return seen.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
}
