import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { givenLostCard } from "../src/lost-card.ts";
import { studioFor } from "../src/studio-for.ts";

// What the studio was set to on another machine.

const open = studioFor("lost-card");
const told = (page: Page, title: string, text: string) =>
  page.locator("[data-notice]").filter({ hasText: title }).getByText(text, { exact: false }).waitFor();

describe("a graphics card that is gone", () => {
  it("is told where it was chosen, and software is chosen in its place", async () => {
    const { call, studio, operator } = open();
    await givenLostCard(call, studio.dataDir, "vaapi");
    const page = await operator();
    await page.goto("/settings");
    await page.getByText("VAAPI (Intel, AMD) cannot be used now, streams are rendered by software.", { exact: false }).waitFor();
    await page.getByLabel("Encoder").selectOption("Software (x264)");
    await told(page, "Rendering changed", "Streams that start from now on: Software (x264).");
    expect((await call("GET", "/api/stream-settings"))["renderEncoder"]).toBe("software");
  });
});
