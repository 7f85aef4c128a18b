import type { Page, Route } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { answering } from "../src/answering.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { givenStream } from "../src/given.ts";
import { seatFor } from "../src/studio-for.ts";
import { until } from "../src/until.ts";

// What is told of pictures is this file's own, and so is when they come: the page alone is looked at.
const studio = seatFor("wall-pictures");
const COUNT = 20;
/** Grey, of one point. */
const GIF = Buffer.from("R0lGODlhAQABAIAAAMLCwgAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
/** Past this a picture says how old it is. */
const AGED_MS = 30_000;

let page: Page;
let ids: string[];
/** How often the page has looked. */
let looks = 0;
/** The name of the picture that a stream is told with; null: it is told without. */
let nameOf: (id: string) => string | null;
/** Of pictures, in order. */
let asked: string[];
/** Those that are on their way, where they do not come by themselves. */
let held: Map<string, Route> | null;

const giveTo = (route: Route) => route.fulfill({ contentType: "image/gif", body: GIF });
async function give(name: string) {
  const route = await until(`${name} is asked for`, () => held?.get(name));
  held?.delete(name);
  await giveTo(route);
}
const looked = async (times: number) => {
  const from = looks;
  await until(`${times} looks`, () => looks >= from + times);
};

const tiles = () => page.getByRole("list", { name: "All streams" }).getByRole("listitem");
/** Of the first stream that was made. */
const tile = () => tiles().filter({ has: page.getByRole("heading", { name: "Station 1", exact: true }) });
const shown = async () => (await tile().locator("img").getAttribute("src"))?.split("/").at(-1);

async function tellAll(isLive: boolean) {
  const told = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer).replaceAll(`"isLive":${!isLive}`, `"isLive":${isLive}`));
  await page.route(
    /streams\.summaries/,
    answering((_procedure, answer) => told(answer)),
  );
}

beforeAll(async () => {
  const { call, person } = studio();
  ({ page } = person);
  ids = [];
  for (let at = 0; at < COUNT; at += 1) ids.push(await givenStream(call, `Station ${at + 1}`));
});

async function openWall() {
  // The page of the test before would look on meanwhile, and ask for pictures of this one.
  await page.goto("about:blank");
  [looks, asked, held] = [0, [], null];
  await page.route(/wall\.look/, async (route) => {
    looks += 1;
    const told = (id: string) => {
      const name = nameOf(id);
      return { streamId: id, picture: name === null ? null : { name, ageMs: 0 }, sound: null, evidenceAgeMs: null };
    };
    await route.fulfill({ json: { result: { data: ids.map(told) } } });
  });
  await page.route(/\/api\/wall\/pictures\//, async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    asked.push(name);
    if (held) held.set(name, route);
    else await giveTo(route);
  });
  await tellAll(true);
}
afterEach(async () => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.setViewportSize(DESKTOP);
});

describe("pictures on the wall", () => {
  it("come on a line slower than they are told: one of a stream at a time, the newest next, and what comes late is shown", async () => {
    await openWall();
    held = new Map();
    nameOf = (id) => (id === ids[0] ? `slow-${looks}` : null);
    await page.goto("/wall");
    const first = await until("a picture is asked for", () => asked[0]);
    await looked(3);
    expect(asked).toEqual([first]);
    // What the last look was told may still be on its way; who looks has read what the one before it was told.
    const told = looks - 1;
    await give(first);
    await until("the late one is shown", async () => (await shown()) === first);
    const second = await until("another is asked for", () => asked[1]);
    expect(Number(second.slice("slow-".length))).toBeGreaterThanOrEqual(told);
    await give(second);
    await until("the next is shown", async () => (await shown()) === second);
  });

  it("are fetched on a phone of the streams that are near the screen, and of the others when somebody scrolls to them", async () => {
    await openWall();
    nameOf = (id) => `of-${ids.indexOf(id)}`;
    await page.setViewportSize(PHONE);
    await page.goto("/wall");
    await tiles().first().locator("img").waitFor();
    await looked(2);
    expect(asked.length).toBeLessThan(COUNT / 2);
    expect(new Set(asked).size).toBe(asked.length);
    await tiles().last().scrollIntoViewIfNeeded();
    await tiles().last().locator("img").waitFor();
  });

  it("stay where a look has no answer for a stream, say how old they are, and go when the stream is off air", async () => {
    await openWall();
    nameOf = () => "kept";
    await page.goto("/wall");
    await tile().locator("img").waitFor();
    nameOf = () => null;
    await looked(2);
    expect(await shown()).toBe("kept");
    await tile()
      .getByText(/^Picture from \d+ s ago$/)
      .waitFor({ timeout: AGED_MS });
    expect(await shown()).toBe("kept");
    await page.unroute(/streams\.summaries/);
    // That there is another one has all of them read again.
    await givenStream(studio().call, "Station 21");
    await tile().locator("img").waitFor({ state: "detached" });
  });
});
