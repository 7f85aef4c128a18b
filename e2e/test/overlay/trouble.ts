import { overlayTemplate } from "@nightjar/contract";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openPerson } from "../../src/browser.ts";
import { type Call, read, signInByCall } from "../../src/call.ts";
import {
  canvasOf,
  click,
  dragBy,
  type Given,
  historyButton,
  layerOf,
  makeRoom,
  named,
  properties,
  seeSelected,
  seeStored,
  showTemplate,
  steadyCanvas,
  stored,
  storeTemplate,
} from "../../src/designer.ts";
import { pictureOf, seeInk, seePicture } from "../../src/eyes.ts";
import { hold } from "../../src/hold.ts";
import { signIn } from "../../src/newcomer.ts";
import { middleOf } from "../../src/swipe.ts";
import { open } from "./studio.ts";

const COLLEAGUE = { email: "ben@label.example", password: "another good password" };
const TITLE: Given = { type: "text", name: "Title", content: "Harbour Lights", xPosition: 300, yPosition: 200 };
const NAME: Given = { type: "text", name: "Name", content: "Ada", xPosition: 300, yPosition: 700 };
const CHANGES = "**/trpc/overlays.change*";
const DOCUMENTS = "**/trpc/*overlays.document*";

const saving = (page: Page, text: string) => page.getByRole("status", { name: "Saving" }).getByText(text, { exact: true });
const notices = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

describe("a save that fails", () => {
  it.each([
    [
      "is refused by the server",
      { status: 500, contentType: "application/json", body: '[{"error":{"message":"no","code":-32603,"data":{}}}]' },
    ],
    ["is lost on the way", null],
  ] as const)("that %s is rolled back without a word, and can be done again", async (_what, answer) => {
    const desk = await open().desk("Failing", [TITLE, NAME]);
    const { page } = desk;
    const [before, pictureBefore] = [await stored(desk), await pictureOf(page)];
    await page.route(CHANGES, (route) => (answer === null ? route.abort() : route.fulfill(answer)));
    const noticed = await notices(page).count();
    await dragBy(page, "Title", 160, 100);
    await saving(page, "Last change not saved").waitFor();
    await seePicture(page, pictureBefore, "seen");
    expect(await stored(desk)).toEqual(before);
    expect(await notices(page).count()).toBe(noticed);
    await page.unroute(CHANGES);
    await historyButton(page, "Redo").click();
    await seeStored(desk, (now) => expect(named(now, "Title")).toMatchObject({ xPosition: 460, yPosition: 300 }));
    await saving(page, "Saved").waitFor();
    // And what is edited afterwards is saved as ever.
    await click(page, "Name");
    await page.keyboard.press("ArrowRight");
    await seeStored(desk, (now) => expect(named(now, "Name").xPosition).toBe(301));
  });

  it("keeps what was stored before it, and undo goes on from there", async () => {
    const desk = await open().desk("Failing later", [TITLE]);
    const { page } = desk;
    await click(page, "Title");
    await page.keyboard.press("ArrowRight");
    await seeStored(desk, (now) => expect(named(now, "Title").xPosition).toBe(301));
    await saving(page, "Saved").waitFor();
    await page.route(CHANGES, (route) => route.abort());
    await page.keyboard.press("Shift+ArrowDown");
    await saving(page, "Last change not saved").waitFor();
    expect(await properties(page).getByRole("spinbutton", { name: "Y position" }).inputValue()).toBe("200");
    await page.unroute(CHANGES);
    await canvasOf(page).press("Control+z");
    await seeStored(desk, (now) => expect(named(now, "Title")).toMatchObject({ xPosition: 300, yPosition: 200 }));
  });

  it("says of a deletion that it failed", async () => {
    const desk = await open().desk("Not deleted", [TITLE]);
    const { page } = desk;
    await click(page, "Title");
    await page.route(CHANGES, (route) => route.abort());
    await properties(page).getByRole("button", { name: "Delete" }).click();
    await page.getByText("Delete Failed", { exact: true }).first().waitFor();
    await page.unroute(CHANGES);
    expect((await stored(desk)).elements).toHaveLength(1);
  });
});

describe("a template that is on its way, or does not come", () => {
  it("has no panels yet: nothing that is pressed acts on the one that was left", async () => {
    const { page, call, templateId } = await open().desk("Left behind", [TITLE]);
    const comingId = await storeTemplate(call, "On its way", [NAME]);
    const desk = { page, call, templateId };
    await click(page, "Title");
    await page.keyboard.press("ArrowRight");
    const before = await seeStored(desk, (now) => expect(named(now, "Title").xPosition).toBe(301));
    const add = page.getByRole("button", { name: "Add text" });
    const press = async () => {
      for (const button of [historyButton(page, "Undo"), add]) {
        await button.scrollIntoViewIfNeeded();
        const { x, y } = await middleOf(button);
        await page.mouse.click(x, y);
      }
    };
    const letCome = await hold(page, DOCUMENTS, (route) => route.abort());
    await page.getByRole("button", { name: "On its way", exact: true }).click();
    await page.getByText("Loading the canvas...").waitFor();
    await press();
    letCome();
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    expect(await page.getByRole("form", { name: "Template details" }).count()).toBe(0);
    await press();
    await page.unroute(DOCUMENTS);
    await again.click();
    await steadyCanvas(page);
    expect(await page.getByLabel("Template name").inputValue()).toBe("On its way");
    expect(await stored(desk)).toEqual(before);
    await add.click();
    await seeStored({ ...desk, templateId: comingId }, ({ elements }) =>
      expect(elements.map(({ name }) => name)).toEqual(["Name", "Text"]),
    );
  });
});

describe("a font that does not come", () => {
  it("leaves out what needs it, and nothing else", async () => {
    const desk = await open().desk("Without emoji", [TITLE, NAME]);
    const { page } = desk;
    await page.route("**/scene/*/twemoji*", (route) => route.abort());
    await click(page, "Name");
    await properties(page).getByRole("textbox", { name: "Content" }).fill("Ada 🦜");
    await page.keyboard.press("Tab");
    await seeInk(page, { xPx: 200, yPx: 650, widthPx: 800, heightPx: 200 }, ({ box }) => expect(box).toBeNull());
    await dragBy(page, "Title", 160, 100);
    await seeInk(page, { xPx: 440, yPx: 280, widthPx: 800, heightPx: 140 }, ({ box }) => expect(box).not.toBeNull());
    await page.unroute("**/scene/*/twemoji*");
    await click(page, "Title");
    await page.keyboard.press("ArrowRight");
    await seeInk(page, { xPx: 200, yPx: 650, widthPx: 800, heightPx: 200 }, ({ box }) => expect(box).not.toBeNull());
  });

  it("is waited for by nothing but what needs it", async () => {
    const desk = await open().desk("Slow script", [TITLE, NAME]);
    const { page } = desk;
    const place = { xPx: 200, yPx: 650, widthPx: 800, heightPx: 200 };
    const font = "**/scene/*/NotoSansThai*";
    const letCome = await hold(page, font);
    const asked = page.waitForRequest(font);
    await click(page, "Name");
    await properties(page).getByRole("textbox", { name: "Content" }).fill("คืนที่ดาวเต็มฟ้า");
    await page.keyboard.press("Tab");
    await asked;
    await seeInk(page, place, ({ box }) => expect(box).toBeNull());
    await dragBy(page, "Title", 160, 100);
    await seeInk(page, { xPx: 440, yPx: 280, widthPx: 800, heightPx: 140 }, ({ box }) => expect(box?.xPx).toBeGreaterThan(450));
    letCome();
    await seeInk(page, place, ({ box }) => expect(box).not.toBeNull());
    await page.unroute(font);
  });
});

describe("two people at one template", () => {
  let colleague: Page;
  let theirCall: Call;

  beforeAll(async () => {
    const { studio, browser, call } = open();
    await call("POST", "/api/auth/register", COLLEAGUE);
    const { users } = (await call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
    const id = users.find(({ email }) => email === COLLEAGUE.email)?.id ?? "";
    await call("PATCH", `/api/auth/users/${id}/status`, { status: "approved" });
    theirCall = await signInByCall(studio.url, COLLEAGUE);
    colleague = (await openPerson(await browser(), studio.url)).page;
    await signIn(colleague, COLLEAGUE);
    await colleague.getByText("Welcome,").waitFor();
    await makeRoom(colleague);
  });

  /** Both look at it; the colleague saves first, and what reaches us meanwhile is our own edit. */
  async function collide(name: string) {
    const mine = await open().desk(name, [TITLE, NAME]);
    const theirs = { page: colleague, call: theirCall, templateId: mine.templateId };
    await showTemplate(colleague, mine.templateId);
    await click(mine.page, "Title");
    // Ours leaves only once theirs is stored.
    await mine.page.route(
      CHANGES,
      async (route) => {
        await click(colleague, "Name");
        await colleague.keyboard.press("Shift+ArrowRight");
        await seeStored(theirs, (now) => expect(named(now, "Name").xPosition).toBe(310));
        await route.continue();
      },
      { times: 1 },
    );
    await canvasOf(mine.page).press("Shift+ArrowRight");
    const alert = mine.page.getByRole("alert").filter({ hasText: COLLEAGUE.email });
    await alert.getByText("while you were editing it").waitFor();
    expect(named(await stored(mine), "Title").xPosition).toBe(300);
    return { mine, theirs, alert };
  }

  it("the second is told who was first, and may keep both: nothing of either is lost", async () => {
    const { mine, theirs, alert } = await collide("Keep mine");
    await alert.getByRole("button", { name: "Keep mine" }).click();
    await alert.waitFor({ state: "detached" });
    await seeStored(mine, (now) => {
      expect(named(now, "Title").xPosition).toBe(310);
      expect(named(now, "Name").xPosition).toBe(310);
    });
    // The first sees that it goes on, and takes it in.
    const loadTheirs = theirs.page.getByRole("button", { name: "Load theirs" });
    await loadTheirs.click();
    await loadTheirs.waitFor({ state: "detached" });
    await click(theirs.page, "Title");
    await expect.poll(() => properties(theirs.page).getByRole("spinbutton", { name: "X position" }).inputValue()).toBe("310");
  });

  it("the second may rename it all the same, once told who was first", async () => {
    const { page, templateId } = await open().desk("Renamed twice", [TITLE]);
    await page.getByLabel("Template name").fill("Renamed by me");
    await page.route(
      "**/trpc/overlays.updateTemplate*",
      async (route) => {
        await theirCall("PATCH", `/api/overlay-templates/${templateId}`, { description: "Theirs" });
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Save Changes" }).click();
    const alert = page.getByRole("alert").filter({ hasText: COLLEAGUE.email });
    await alert.getByRole("button", { name: "Keep mine" }).click();
    await alert.waitFor({ state: "detached" });
    expect(await page.getByLabel("Template name").inputValue()).toBe("Renamed by me");
    expect(await page.getByLabel("Description").inputValue()).toBe("Theirs");
    await page.getByRole("button", { name: "Save Changes" }).click();
    const all = () => read(theirCall, overlayTemplate.array(), "/api/overlay-templates");
    const asStored = expect.objectContaining({ id: templateId, name: "Renamed by me", description: "Theirs" });
    await expect.poll(all).toContainEqual(asStored);
  });

  it("one may delete what the other is editing: it stays there, says so, and can be saved as new", async () => {
    const { page, call, templateId } = await open().desk("Deleted under the hands", [TITLE, NAME]);
    await click(page, "Title");
    await theirCall("DELETE", `/api/overlay-templates/${templateId}`);
    await page.getByText("This template was deleted. Save as New Template keeps what is shown here.").waitFor();
    await canvasOf(page).press("Shift+ArrowRight");
    await saving(page, "Not saved yet").waitFor();
    expect(await properties(page).getByRole("spinbutton", { name: "X position" }).inputValue()).toBe("310");
    expect(new URL(page.url()).searchParams.get("template")).toBe(templateId);
    await page.getByRole("button", { name: "Save as New Template" }).click();
    await saving(page, "Saved").waitFor();
    await page.waitForURL(({ searchParams }) => searchParams.get("template") !== templateId);
    const savedId = new URL(page.url()).searchParams.get("template") ?? "";
    const saved = await stored({ page, call, templateId: savedId });
    expect(named(saved, "Title").xPosition).toBe(310);
    expect(await page.getByLabel("Template name").inputValue()).toBe("Deleted under the hands");
    expect(await page.getByText("This template was deleted.").count()).toBe(0);
  });

  it("and nothing is announced that is not stored until the second has chosen", async () => {
    const { mine, alert } = await collide("Said too early");
    const { page } = mine;
    await page.getByRole("button", { name: "Add logo" }).click();
    await canvasOf(page).press("Delete");
    await layerOf(page, "Logo").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add icon" }).click();
    await seeSelected(page, ["Icon"]);
    expect(await notices(page).allTextContents()).toEqual([]);
    await alert.getByRole("button", { name: "Keep mine" }).click();
    await seeStored(mine, ({ elements }) => expect(elements.map(({ name }) => name)).toEqual(["Title", "Name", "Icon"]));
  });

  it("or takes theirs, and undo brings back what was here", async () => {
    const { mine, alert } = await collide("Take theirs");
    const { page } = mine;
    await alert.getByRole("button", { name: "Load theirs" }).click();
    await alert.waitFor({ state: "detached" });
    await click(page, "Name");
    await seeSelected(page, ["Name"]);
    const x = () => properties(page).getByRole("spinbutton", { name: "X position" }).inputValue();
    expect(await x()).toBe("310");
    await canvasOf(page).press("Control+z");
    await seeStored(mine, (now) => {
      expect(named(now, "Title").xPosition).toBe(310);
      expect(named(now, "Name").xPosition).toBe(300);
    });
  });
});
