import { stream } from "@nightjar/contract";
import { IS_WHOLE_WALK } from "@nightjar/kit/testing";
import type { Page, Route } from "playwright-core";
import { expect } from "vitest";
import { type Call, read } from "./call.ts";
import { type Hand, keyboard, mouse } from "./hands.ts";

/** Who sits there, and how. */
export interface Desk {
  readonly page: Page;
  readonly hand: Hand;
}

/** A change that does not come about, and what is to be seen then. */
export interface Failing {
  readonly change: string;
  /** Where it is made. */
  readonly at: () => string;
  /** As the studio calls it, "streams.update". */
  readonly call: string;
  /** Up to the press that sends it. */
  readonly press: (desk: Desk) => Promise<unknown>;
  readonly title: string;
  /** The specification's, or ours; null: the reason stands alone. */
  readonly sentence: string | null;
  /** Where the server gives a sentence: that one (the rule), ours with that one beside it, or ours alone. */
  readonly when?: "beside" | "alone";
  /** What somebody typed or chose stands there still. @throws where it does not */
  readonly stays?: (page: Page) => Promise<unknown>;
}

const SERVER_SAYS = "Something went wrong. The log knows more under request 7.";
const UNREACHABLE = "The server cannot be reached.";

/** How a change comes to nothing. */
export interface Way {
  readonly name: string;
  readonly hand: Hand;
  /** What becomes of the call instead; without it the server itself has to fail. */
  readonly fail?: (route: Route) => Promise<void>;
  readonly lines: (failing: Failing) => readonly string[];
}

const WAYS: readonly Way[] = [
  {
    name: "the server fails, wide and by mouse",
    hand: mouse,
    fail: (route) =>
      route.fulfill({
        ...{ status: 500, contentType: "application/json" },
        body: JSON.stringify([{ error: { message: SERVER_SAYS, code: -32603, data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 } } }]),
      }),
    lines({ sentence, when }) {
      if (when === undefined || sentence === null) return [SERVER_SAYS];
      return when === "alone" ? [sentence] : [sentence, SERVER_SAYS];
    },
  },
  {
    name: "the connection is cut, on a phone and by keyboard",
    hand: keyboard,
    fail: (route) => route.abort("connectionreset"),
    lines: ({ sentence }) => (sentence === null ? [UNREACHABLE] : [sentence, UNREACHABLE]),
  },
];

/** One change and one way in which it fails. */
export interface Failure {
  readonly row: Failing;
  readonly way: Way;
}

/**
 * For a test of each: what fails, how, and both. At night each change in each way; by day each in one, which alternates: a browser's page
 * costs seconds.
 */
export const failuresOf = (rows: readonly Failing[], ways: readonly Way[] = WAYS) =>
  rows.flatMap((row, index) =>
    ways.filter((_, nth) => IS_WHOLE_WALK || nth === index % ways.length).map((way) => [row.change, way.name, { row, way }] as const),
  );

export interface Ground {
  readonly operator: (hand: Hand) => Promise<Page>;
  readonly call: Call;
  /** Right before the press. */
  readonly begin?: () => void;
}

/** Makes the change fail: its notice, what was typed, and the studio as it was. */
export async function walkFailure({ row, way: { hand, fail, lines } }: Failure, { operator, call, begin }: Ground): Promise<void> {
  const page = await operator(hand);
  await page.goto(row.at());
  const before = await studioAs(call);
  const address = new RegExp(`/trpc/${row.call.replace(".", "\\.")}(\\?|$)`);
  let calls = 0;
  await page.route(address, (route) => {
    calls += 1;
    return fail ? fail(route) : route.continue();
  });
  begin?.();
  await row.press({ page, hand });
  const notice = page.locator("[data-notice=destructive]").filter({ hasText: row.title });
  for (const line of [row.title, ...lines(row)]) await notice.getByText(line, { exact: true }).waitFor();
  await row.stays?.(page);
  expect(calls).toBe(1);
  expect(await studioAs(call)).toEqual(before);
}

/** Moves by itself, while a stream is on air or a background is made ready. */
const MOVING = ["streamDuration", "viewerCount", "currentTrackId", "playCount", "isPreparing", "isMeasuring"];

/** All that is stored, but what moves by itself. */
async function studioAs(call: Call): Promise<unknown> {
  const streams = await read(call, stream.array(), "/api/streams");
  const whole = await Promise.all(
    streams.map(async ({ id }) => [await call("GET", `/api/streams/${id}`), await call("GET", `/api/streams/${id}/destinations`)]),
  );
  const others = ["/api/tracks", "/api/backgrounds", "/api/overlay-templates", "/api/media", "/api/stream-settings", "/api/auth/users"];
  const all = { whole, others: await Promise.all(others.map((path) => call("GET", path))) };
  return JSON.parse(JSON.stringify(all, (name, value: unknown) => (MOVING.includes(name) ? undefined : value))) as unknown;
}
