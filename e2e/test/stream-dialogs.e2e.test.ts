import { stream } from "@nightjar/contract";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { read } from "../src/call.ts";
import { notice } from "../src/command-box.ts";
import { givenBackground, givenStream, givenTracks } from "../src/given.ts";
import { studioFor } from "../src/studio-for.ts";
import { TONES } from "../src/tones.ts";

const open = studioFor("stream-dialogs");
let streamId = "";

beforeAll(async () => {
  const { call, folder } = open();
  await givenBackground(call, folder, "Harbour", "navy");
  streamId = await givenStream(call, "Night Desk", { trackIds: await givenTracks(call, folder, TONES.slice(0, 2)) });
});

const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();

const DIALOGS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ["Duplicate Stream", press("Duplicate")],
  ["Delete Stream", press("Delete")],
  ["Add Track", press("Add Track")],
  [
    "Move to a Place",
    async (page) => {
      await page
        .getByRole("button", { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole("menuitem", { name: "Move to a place…" }).click();
    },
  ],
  [
    "Change Background",
    async (page) => {
      await page.getByRole("tab", { name: "Background" }).click();
      await press("Change Background")(page);
    },
  ],
];

describe.each([
  ["wide", DESKTOP],
  ["on a phone", PHONE],
] as const)("the dialogs of a stream, %s", (_, viewport) => {
  it("have no barrier that axe finds, and Escape closes each where nothing was typed", async () => {
    const page = await open().signedIn({ viewport });
    const look = async (name: string, ask: (page: Page) => Promise<void>) => {
      await ask(page);
      const dialog = page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
      await dialog.waitFor();
      expect(await barriers(page), name).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    };
    await page.goto("/streaming");
    await look("Create New Stream", press("Create New Stream"));
    await page.goto(`/streaming?stream=${streamId}`);
    for (const [name, ask] of DIALOGS) await look(name, ask);
  });
});

describe("a stream", () => {
  it.each([
    { what: "a new one", call: "streams.create", ask: "Create New Stream", dialog: "Create New Stream", confirm: "Create" },
    { what: "a duplicate", call: "streams.duplicate", ask: "Duplicate", dialog: "Duplicate Stream", confirm: "Duplicate" },
  ])("is made once by a second press where only the answer of the first was lost: $what", async ({ what, call, ask, dialog, confirm }) => {
    const page = await open().signedIn({ viewport: DESKTOP });
    await page.goto(`/streaming?stream=${streamId}`);
    await press(ask)(page);
    const making = page.getByRole("dialog", { name: dialog });
    await making.getByLabel("Title").fill(what);
    const lost = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(`**/trpc/${call}*`, lost, { times: 1 });
    const make = making.getByRole("button", { name: confirm, exact: true });
    await make.click();
    await notice(page, "Error").waitFor();
    await make.click();
    await making.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: what, level: 2 }).waitFor();
    const titles = (await read(open().call, stream.array(), "/api/streams")).map(({ title }) => title);
    expect(titles.filter((title) => title === what)).toHaveLength(1);
  });
});
