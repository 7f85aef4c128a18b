/// <reference lib="dom" />
import { ARTWORK_PX } from "@nightjar/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenArtwork, givenStream, givenTrack } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { makeCover, TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

// One cover of 600 pixels in the library, in a tracklist, in the list of streams, and beside a heading.

const OURS = "/api/files/artwork/";
const [TONE] = TONES;
if (!TONE) throw new Error("too few tones");

const open = studioFor("covers");
let streamId = "";

beforeAll(async () => {
  const { call, folder } = open();
  const artworkUrl = await givenArtwork(call, await makeCover(folder));
  const trackId = await givenTrack(call, folder, TONE, { artworkUrl });
  streamId = await givenStream(call, "Night Desk", { trackIds: [trackId], set: { artworkUrl } });
});

/** The smallest there is that is sharp on a screen with two pixels for one. */
const sharp = (widthPx: number) => ARTWORK_PX.find((px) => px >= 2 * widthPx);

describe("a cover", () => {
  it.each([
    { screen: "the library, wide", address: () => "/library", viewport: DESKTOP, sizes: ["?px=96"] },
    { screen: "the library, on a phone", address: () => "/library", viewport: PHONE, sizes: ["?px=96"] },
    {
      ...{ screen: "a stream, its tracklist and the list of all, wide", viewport: DESKTOP },
      ...{ address: () => `/streaming?stream=${streamId}`, sizes: ["?px=192", "?px=96", "?px=96"] },
    },
    {
      ...{ screen: "a stream and its tracklist, on a phone", viewport: PHONE },
      ...{ address: () => `/streaming?stream=${streamId}`, sizes: ["?px=192", "?px=96"] },
    },
  ])("is asked for in the size that it is shown at, and never whole: $screen", async ({ address, viewport, sizes }) => {
    const page = await open().signedIn({ viewport });
    const asked = new Set<string>();
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith(OURS)) asked.add(search);
    });
    await page.goto(address());
    const covers = page.getByRole("main").locator(`img[src^="${OURS}"]`).filter({ visible: true });
    // One that is far below is not asked for before somebody comes near.
    await covers.nth(sizes.length - 1).scrollIntoViewIfNeeded();
    const looks = () =>
      covers.evaluateAll((images: HTMLImageElement[]) =>
        images.map(({ src, naturalWidth, clientWidth }) => ({ size: new URL(src).search, px: naturalWidth, shownPx: clientWidth })),
      );
    const haveCome = async () => {
      const seen = await looks();
      return seen.length === sizes.length && seen.every(({ px }) => px > 0) && seen;
    };
    const seen = await until("all covers have come", haveCome);
    expect(seen.map(({ size }) => size).toSorted()).toEqual(sizes);
    expect(seen.map(({ px }) => px)).toEqual(seen.map(({ shownPx }) => sharp(shownPx)));
    expect([...asked].toSorted()).toEqual([...new Set(sizes)]);
  });
});
