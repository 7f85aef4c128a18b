import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { notice } from "../src/command-box.ts";
import { givenBackground, givenStream, givenTemplate, NOWHERE } from "../src/given.ts";
import { twoAtOneStream } from "../src/two-at-one-stream.ts";

// Two people choose one thing of a stream at once: whoever is second is told, keeps what they chose, and says what becomes of it.

const { open, atStream, stored, whileStarted } = twoAtOneStream("two-at-one-choice");
const templates: Record<"mine" | "theirs", string> = { mine: "", theirs: "" };
const backgrounds: Record<"mine" | "theirs", string> = { mine: "", theirs: "" };

beforeAll(async () => {
  const { call, folder } = open();
  for (const whose of ["mine", "theirs"] as const) {
    templates[whose] = await givenTemplate(call, `Words of ${whose}`);
    backgrounds[whose] = await givenBackground(call, folder, `Rain of ${whose}`, whose === "mine" ? "navy" : "teal");
  }
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

  it("is not chosen any more where somebody deletes the template: nothing is said of it, and nothing can be applied", async () => {
    const { call } = open();
    const id = await givenStream(call, "Without Words", { destination: NOWHERE });
    const gone = await givenTemplate(call, "Words of nobody");
    const page = await atStream(id, { tab: "overlays" });
    await whileStarted(id, async () => {
      await page.getByRole("button", { name: "Select Template" }).click();
      const dialog = page.getByRole("dialog", { name: "Select Template" });
      await dialog.getByRole("radio", { name: "Words of nobody" }).check();
      await dialog.getByText(/^Applying puts “Words of nobody”/).waitFor();
      await call("DELETE", `/api/overlay-templates/${gone}`);
      await dialog.getByText(/^Applying puts/).waitFor({ state: "detached" });
      await dialog.getByRole("radio", { name: "Words of nobody" }).waitFor({ state: "detached" });
      expect(await dialog.getByRole("button", { name: "Apply Template" }).isDisabled()).toBe(true);
    });
  });

  it("is read again where the background that was chosen is gone unheard of: it is pressed in vain once at most", async () => {
    const { call, folder } = open();
    const id = await givenStream(call, "Without Rain");
    const gone = await givenBackground(call, folder, "Rain of nobody", "black");
    const page = await atStream(id, { tab: "background", events: false });
    await page.getByRole("button", { name: "Change Background" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Background" });
    await dialog.getByRole("radio", { name: "Rain of nobody" }).check();
    await call("DELETE", `/api/backgrounds/${gone}`);
    const change = dialog.getByRole("button", { name: "Change Background" });
    await change.click();
    await notice(page, "Background not found").waitFor();
    await dialog.getByRole("radio", { name: "Rain of nobody" }).waitFor({ state: "detached" });
    expect(await change.isDisabled()).toBe(true);
  });

  it("is not the studio's background any more where somebody takes the stream's own away, nor once they set another one", async () => {
    const { call } = open();
    const id = await givenStream(call, "As the Studio", { set: { activeBackgroundId: backgrounds.theirs } });
    const page = await atStream(id, { tab: "background" });
    await page.getByRole("button", { name: "Change Background" }).click();
    const dialog = page.getByRole("dialog", { name: "Change Background" });
    await dialog.getByRole("radio", { name: "The studio's active background" }).check();
    await call("PATCH", `/api/streams/${id}`, { activeBackgroundId: null });
    await dialog.getByRole("radio", { name: "The studio's active background" }).waitFor({ state: "detached" });
    const change = dialog.getByRole("button", { name: "Change Background" });
    expect(await change.isDisabled()).toBe(true);
    await call("PATCH", `/api/streams/${id}`, { activeBackgroundId: backgrounds.mine });
    await dialog.getByRole("radio", { name: "The studio's active background" }).waitFor();
    expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
    expect(await change.isDisabled()).toBe(true);
  });
});
