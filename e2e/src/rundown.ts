import { readFile } from "node:fs/promises";
import type { Locator, Page, Route } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import { DESKTOP } from "./browser.ts";
import { givenStream } from "./given.ts";
import { studioFor } from "./studio-for.ts";
import { makeTone, type Tone } from "./tones.ts";

export const TONE: Tone = {
  fileName: "tone.mp3",
  title: "Tone",
  artist: "Cold Harbour",
  pitchHz: 400,
  rateHz: 44_100,
  channels: 2,
  seconds: 2,
};
export const TITLES = ["Moth", "Owl", "Heron", "Nightjar"];

export interface Rundown {
  readonly open: ReturnType<typeof studioFor>;
  /** Of `TITLES`, in their order. */
  readonly trackIds: readonly string[];
  /** Of this test's stream. */
  readonly streamId: () => string;
  readonly atRundown: (viewport?: typeof DESKTOP) => Promise<Page>;
}

/** A studio for a file of tests, and for each of them a stream that plays the four tracks. */
export function rundownFor(name: string): Rundown {
  const open = studioFor(name);
  const trackIds: string[] = [];
  let streamId = "";
  beforeAll(async () => {
    const { call, folder } = open();
    const form = new FormData();
    form.set("audio", new File([await readFile(await makeTone(folder, TONE))], TONE.fileName, { type: "audio/mpeg" }));
    const { fileUrl } = await call("POST", "/api/upload/audio", form);
    for (const title of TITLES) {
      const genre = title === "Heron" ? "Ambient" : "House";
      trackIds.push(String((await call("POST", "/api/tracks", { title, artist: "Cold Harbour", genre, duration: "0:02", fileUrl }))["id"]));
    }
  });
  beforeEach(async () => {
    streamId = await givenStream(open().call, "Night Shift", { trackIds });
  });
  return {
    open,
    trackIds,
    streamId: () => streamId,
    async atRundown(viewport = DESKTOP) {
      const page = await open().signedIn({ viewport });
      await page.goto(`/streaming?stream=${streamId}`);
      await row(page, 1, "Moth").waitFor();
      // It stands above the list until its code is there, and moves it as it goes.
      await page.getByText("Loading the last hour...").waitFor({ state: "detached" });
      return page;
    },
  };
}

export const row = (page: Page, place: number, title: string): Locator =>
  page.getByRole("listitem", { name: `${place}. ${title} by Cold Harbour`, exact: true });

export const handle = (page: Page, title: string): Locator => page.getByRole("button", { name: `Move ${title}; use the arrow keys` });

export async function fromMenu(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

/** Keeps the page's next step on its way until it is let go: somebody else is faster. */
export async function heldStep(page: Page): Promise<{ sent: Promise<void>; letGo: () => Promise<void> }> {
  const sent = Promise.withResolvers<Route>();
  await page.route("**/trpc/streams.stepTracklist*", (route) => sent.resolve(route), { times: 1 });
  return { sent: sent.promise.then(() => undefined), letGo: async () => (await sent.promise).continue() };
}

/** These tracks in this order, and no more. */
export async function shows(page: Page, titles: readonly string[]): Promise<void> {
  for (const [index, title] of titles.entries()) await row(page, index + 1, title).waitFor();
  await page.getByRole("listitem", { name: new RegExp(`^${titles.length + 1}\\. `) }).waitFor({ state: "detached" });
}
