import { onAir } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { command } from "../src/command-box.ts";
import { read } from "../src/call.ts";
import { countSent } from "../src/double-press.ts";
import { givenStream, givenTracks, NOWHERE } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

// What cannot be used as it was meant to be, how that is told, and how it is used again.

const AIR_TIMEOUT_MS = 90_000;
const [ONE, TWO] = TONES;
if (!ONE || !TWO) throw new Error("too few tones");
const SILENT = { ...TWO, pitchHz: 0, fileName: "silent.wav", title: "Nothing But Snow" };

const open = studioFor("left-out");
const told = (page: Page, title: string, text: string) =>
  page.locator("[data-notice]").filter({ hasText: title }).getByText(text, { exact: false }).waitFor();

describe("a track of which nothing would be heard", () => {
  it("is left out with its reason while the stream goes on, and is tried again when somebody asks, wide and on a phone", async () => {
    const { call, folder, operator } = open();
    const trackIds = await givenTracks(call, folder, [ONE, SILENT]);
    const id = await givenStream(call, "Night Desk", { trackIds, destination: NOWHERE, isLive: true });
    const page = await operator();
    await page.goto(`/streaming?stream=${id}`);
    const again = page.getByRole("button", { name: `Try Again: ${SILENT.title}` });
    const leftOutAt = async () => (await read(call, onAir, `/api/streams/${id}/on-air`)).quarantine[0]?.since;
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await page.getByText("The file is silent.").waitFor({ timeout: AIR_TIMEOUT_MS });
      expect(await barriers(page)).toEqual([]);
      await page.route("**/trpc/streams.liftQuarantine*", (route) => route.abort());
      await again.click();
      await told(page, "Not Tried Again", "The server cannot be reached.");
      await page.unroute("**/trpc/streams.liftQuarantine*");
      const before = await leftOutAt();
      await again.click();
      await told(page, "Tried Again", `${SILENT.title} airs when its turn comes.`);
      await until("it is left out anew", async () => ![undefined, before].includes(await leftOutAt()), AIR_TIMEOUT_MS);
    }
    await page.setViewportSize(DESKTOP);
    await page.getByText("The file is silent.").waitFor({ timeout: AIR_TIMEOUT_MS });
    const tried = countSent(page, /streams\.liftQuarantine/);
    // The second half of a double press, on what has moved up to where another one stood.
    await again.dispatchEvent("click", { detail: 2 });
    await page.goto("/library");
    // Before that nobody listens to the keys.
    await page.getByRole("button", { name: "Add Music" }).waitFor();
    const lifted = page.waitForResponse(/streams\.liftQuarantine/);
    await command(page, "try snow again", `Try ${SILENT.title} again`);
    expect((await lifted).status()).toBe(200);
    expect(tried()).toBe(1);
    await told(page, "Tried Again", `${SILENT.title} airs when its turn comes.`);
    expect((await call("GET", `/api/streams/${id}`))["isLive"]).toBe(true);
  });
});
