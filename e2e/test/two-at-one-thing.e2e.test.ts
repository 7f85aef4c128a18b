import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { notice } from "../src/command-box.ts";
import { givenBackground, givenStream, givenTemplate, NOWHERE } from "../src/given.ts";
import { isAskedFor, twoAtOneStream } from "../src/two-at-one-stream.ts";

// Two people set one thing of a stream at once: whoever is second is told, keeps what they typed or chose, and says what becomes of it.

const { open, atStream } = twoAtOneStream("two-at-one-thing");
const templates: Record<"mine" | "theirs", string> = { mine: "", theirs: "" };
const backgrounds: Record<"mine" | "theirs", string> = { mine: "", theirs: "" };

beforeAll(async () => {
  const { call, folder } = open();
  for (const whose of ["mine", "theirs"] as const) {
    templates[whose] = await givenTemplate(call, `Words of ${whose}`);
    backgrounds[whose] = await givenBackground(call, folder, `Rain of ${whose}`, whose === "mine" ? "navy" : "teal");
  }
});

const liveCard = (page: Page) => page.getByRole("region", { name: "Live broadcasting" });
const stored = (id: string) => open().call("GET", `/api/streams/${id}`);

describe("texts that are typed for a Start", () => {
  it("are kept where somebody else starts the stream meanwhile, and can be saved to it", async () => {
    const { call } = open();
    const id = await givenStream(call, "Night Desk", { destination: NOWHERE });
    const page = await atStream(id);
    await liveCard(page).getByLabel("Stream Title").fill("Tonight");
    await liveCard(page).getByLabel("Description").fill("Until dawn");
    await call("POST", `/api/direct-streaming/start/${id}`, { title: "Night Desk" });
    try {
      await liveCard(page).getByText("Somebody started the stream meanwhile, without what you typed.").waitFor();
      await liveCard(page).getByText("Stream Title: Tonight", { exact: true }).waitFor();
      await liveCard(page).getByText("Description: Until dawn", { exact: true }).waitFor();
      expect(await barriers(page)).toEqual([]);
      await isAskedFor(page);
      await liveCard(page).getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "Tonight", level: 2 }).waitFor();
      await liveCard(page)
        .getByText(/^Somebody started/)
        .waitFor({ state: "detached" });
      expect(await stored(id)).toMatchObject({ title: "Tonight", description: "Until dawn", isLive: true });
    } finally {
      await call("POST", `/api/direct-streaming/stop/${id}`);
    }
  });
});

describe("what a stream shows", () => {
  it("is not chosen over somebody else's template unseen: who is second is shown theirs, and chooses", async () => {
    const { call } = open();
    const id = await givenStream(call, "Template");
    const page = await atStream(id, { tab: "overlays", events: false });
    await page.getByRole("button", { name: "Select Template" }).click();
    const dialog = page.getByRole("dialog", { name: "Select Template" });
    await dialog.getByRole("radio", { name: "Words of mine" }).check();
    await call("PATCH", `/api/streams/${id}`, { activeOverlayTemplateId: templates.theirs });
    const apply = dialog.getByRole("button", { name: "Apply Template" });
    await apply.click();
    await notice(page, "The stream was changed by somebody else in the meantime").waitFor();
    const asked = dialog.getByRole("alert");
    await asked.getByText("Somebody chose “Words of theirs” for this stream meanwhile. Your choice is not applied yet.").waitFor();
    expect(await apply.isDisabled()).toBe(true);
    expect(await stored(id)).toMatchObject({ activeOverlayTemplateId: templates.theirs });
    expect(await barriers(page)).toEqual([]);
    await asked.getByRole("button", { name: "Keep mine" }).click();
    await apply.click();
    await dialog.waitFor({ state: "detached" });
    expect(await stored(id)).toMatchObject({ activeOverlayTemplateId: templates.mine });
  });

  it("is not chosen over somebody else's background unseen: who is second is shown theirs, and chooses", async () => {
    const { call } = open();
    const id = await givenStream(call, "Background");
    const page = await atStream(id, { tab: "background" });
    await page.getByRole("button", { name: "Change Background" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Background" });
    await dialog.getByRole("radio", { name: "Rain of mine" }).check();
    await call("PATCH", `/api/streams/${id}`, { activeBackgroundId: backgrounds.theirs });
    const asked = dialog.getByRole("alert");
    await asked.getByText("Somebody chose “Rain of theirs” for this stream meanwhile. Your choice is not saved yet.").waitFor();
    const change = dialog.getByRole("button", { name: "Change Background" });
    expect(await change.isDisabled()).toBe(true);
    await asked.getByRole("button", { name: "Load theirs" }).click();
    await asked.waitFor({ state: "detached" });
    expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
    expect(await change.isDisabled()).toBe(true);
    await dialog.getByRole("radio", { name: "Rain of mine" }).check();
    await change.click();
    await dialog.waitFor({ state: "detached" });
    expect(await stored(id)).toMatchObject({ activeBackgroundId: backgrounds.mine });
  });
});
