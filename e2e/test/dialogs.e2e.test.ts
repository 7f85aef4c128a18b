import { stream } from "@nightjar/contract";
import { startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DESKTOP } from "../src/browser.ts";
import { read } from "../src/call.ts";
import { notice } from "../src/command-box.ts";
import { barriersIn, button, type ScreenOfDialogs } from "../src/dialogs.ts";
import { mouse, tabbing } from "../src/hands.ts";
import { CONTENT } from "./dialogs/content.ts";
import { HOUSE } from "./dialogs/house.ts";
import { ON_AIR, STREAMS } from "./dialogs/streams.ts";
import { goOnAir, ids, open } from "./dialogs/studio.ts";

// Every dialog of the studio, opened wide and on a phone.

const walk = (screens: readonly ScreenOfDialogs[]) =>
  describe.each([
    ["wide, by mouse", mouse],
    ["on a phone, by the stops of Tab", tabbing],
  ] as const)("%s, the dialogs", (_, hand) => {
    it.each(screens)("of $screen have no barrier that axe finds, and Escape closes each where nothing was typed", async (dialogs) => {
      const page = await open().signedIn({ viewport: hand.viewport });
      await page.goto(dialogs.at());
      expect(await barriersIn({ page, hand }, dialogs.openings)).toEqual([]);
    });
  });

walk([...CONTENT, ...HOUSE, ...STREAMS]);

describe("a stream", () => {
  it.each([
    { what: "a new one", call: "streams.create", ask: "Create New Stream", dialog: "Create New Stream", confirm: "Create" },
    { what: "a duplicate", call: "streams.duplicate", ask: "Duplicate", dialog: "Duplicate Stream", confirm: "Duplicate" },
  ])("is made once by a second press where only the answer of the first was lost: $what", async ({ what, call, ask, dialog, confirm }) => {
    const page = await open().signedIn({ viewport: DESKTOP });
    await page.goto(`/streaming?stream=${ids.off}`);
    await button(page, ask).click();
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

// The last: what is rendered for them makes all else slower.
describe("while streams are on air", () => {
  beforeAll(async () => {
    const ingest = await startRtmpIngest({ record: false });
    await goOnAir(ingest.url);
    return () => ingest.remove();
  });
  walk(ON_AIR);
});
