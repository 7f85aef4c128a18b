import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

// Every dialog of the studio is opened and looked at by a browser test, every notice stands before its eyes, and every change is made to
// fail by one.

const root = resolve(import.meta.dirname, "../..");
const read = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const screens = read("{apps/web,packages/ui}/src/**/*.{ts,tsx}");
const walks = read("e2e/test/**/*.ts").map(({ text }) => text);

/** What stands in the first group of one of the patterns, each time with where that is. */
const found = (looks: readonly RegExp[]) =>
  screens.flatMap(({ path, text }) => looks.flatMap((look) => [...text.matchAll(look)].map(([, first = ""]) => [first, path] as const)));
const named = (...looks: readonly RegExp[]): ReadonlyMap<string, string> => new Map(found(looks));

/** As a text or a pattern of its own: a title within another's is another title. */
const names = (walk: string, title: string) => new RegExp(`["\`/^|(]${escaped(title)}["\`/$|)]`).test(walk);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Dialogs that are called after what they are of, and how the row that opens one calls it. */
const CALLED_AFTER: Readonly<Record<string, string>> = {
  "apps/web/src/features/library/track-info-dialog.tsx": "Lantern",
  "apps/web/src/features/streams/on-air/listening-dialog.tsx": "Day Desk",
  "apps/web/src/features/streams/several/jump-several-dialog.tsx": "Jump in 2 Streams",
  "apps/web/src/features/streams/several/stop-several-dialog.tsx": "Stop 2 Streams",
};

const DIALOGS = named(/<(?:Confirm)?Dialog\b(?:(?!\n {0,8}>|>\n)[\s\S])*?\btitle="([^"]+)"/g);
const MADE_TITLES = found([/<(?:Confirm)?Dialog\b(?:(?!\n {0,8}>|>\n)[\s\S])*?\btitle=\{((?:[^{}]|\{[^{}]*\})*)\}/g]);
/** Both titles of a dialog that has one of two; all else that a title is made of stands for itself, and nobody walks it. */
function titlesIn(made: string): readonly string[] {
  const [, one, other] = /^\w+ \? "([^"]+)" : "([^"]+)"$/.exec(made) ?? [];
  return one === undefined || other === undefined ? [made] : [one, other];
}
const EITHER_TITLES = new Map(
  MADE_TITLES.flatMap(([made, path]) => (path in CALLED_AFTER ? [] : titlesIn(made).map((title) => [title, path] as const))),
);
const NOTICES = named(/\bnotify\(\s*"([^"]+)"/g, /\bcomplain\(\s*"([^"]+)"/g);
const FAILURES = named(/\bfailed: \["([^"]+)"/g, /\bcomplainOf\(\w+, \["([^"]+)"/g);
/** Of changes alone: what could not be read is said where it would stand. */
const SENTENCES = named(
  /\bfailed: (?:\["[^"]+", )?"([A-Z][^"]+)"/g,
  /\bfailedOrMet\([\w.]+, \["[^"]+", "([^"]+)"/g,
  /\b(?:failedTo|updateFailed)\((?:\w+, )?"([^"]+)"/g,
  /: Complaint = \["[^"]+", "([^"]+)"/g,
);

describe.each([
  ["notice", NOTICES, 50],
  ["notice of a failed change", FAILURES, 15],
  ["sentence of a failed change", SENTENCES, 30],
])("each %s", (_kind, titles, least) => {
  it("is walked by a browser test", () => {
    expect(titles.size).toBeGreaterThan(least);
    const missing = [...titles].filter(([title]) => !walks.some((walk) => names(walk, title)));
    expect(missing.map(([title, path]) => `${path}: ${title}`)).toEqual([]);
  });
});

const ALL_DIALOGS = new Map([...DIALOGS, ...EITHER_TITLES, ...Object.entries(CALLED_AFTER).map(([path, title]) => [title, path] as const)]);
/** By the rows of `e2e/src/dialogs.ts`: each wide by mouse, and on a phone by Tab. */
const OPENED: ReadonlySet<string> = new Set(
  walks.flatMap((walk) => [...walk.matchAll(/\bopens: "([^"]+)"/g)].map(([, title = ""]) => title)),
);

describe("each dialog", () => {
  it("has a row that opens it and looks for what keeps people from using it", () => {
    expect(DIALOGS.size).toBeGreaterThan(30);
    expect(EITHER_TITLES.size).toBeGreaterThan(3);
    expect([...ALL_DIALOGS].filter(([title]) => !OPENED.has(title)).map(([title, path]) => `${path}: ${title}`)).toEqual([]);
  });

  it("that a row opens is one of the studio's, and one that is called after something is so still", () => {
    expect([...OPENED].filter((title) => !ALL_DIALOGS.has(title))).toEqual([]);
    expect(Object.keys(CALLED_AFTER).filter((path) => !MADE_TITLES.some(([, where]) => where === path))).toEqual([]);
  });
});

/** Changes without a row of their own (`e2e/src/failing.ts`), and why; in brackets the test that makes them fail. */
const WITHOUT_ROW: Readonly<Record<string, string>> = {
  "auth.login": "nobody is signed in yet (specified-accounts)",
  "auth.register": "nobody is signed in yet (specified-accounts)",
  "auth.requestReset": "nobody is signed in: its form shows what it is answered",
  "auth.resetPassword": "nobody is signed in: its form shows what it is answered",
  "backgrounds.create": "its file is sent before, and stays (backgrounds, notices)",
  "overlays.change": "is taken back without a notice, as the specification says (overlay/trouble)",
  "playlists.match": "changes nothing: the dialog shows what it is answered",
  "sample.cancel": "while the channel is made the studio changes by itself (first-minute)",
  "sample.remove": "needs one that has been made, which takes a minute (first-minute)",
  "streams.liftQuarantine": "needs a track that was left out on air (left-out)",
  "streams.testAddress": "changes nothing: what comes of it stands beside its button",
  "streams.testDestination": "changes nothing: what comes of it stands beside its button",
  "testStream.stop": "needs a test that runs (test-stream)",
  "tracks.checkDuplicates": "changes nothing (notices)",
  "tracks.takeArtwork": "a cover that cannot be had is left out, and all else is taken",
};

const CHANGES = named(/\buseVerb\(\s*trpc\.(\w+\.\w+)/g, /\btrpcClient\.(\w+\.\w+)\.mutate\b/g);
const callsOf = (walk: string) => [...walk.matchAll(/\bcall: "(\w+\.\w+)"/g)].map(([, call = ""]) => call);
const ROWS: ReadonlySet<string> = new Set(walks.flatMap(callsOf));

describe("each change that the studio asks for", () => {
  it("is a row that makes it fail, or is excused with a reason", () => {
    expect(CHANGES.size).toBeGreaterThan(50);
    const missing = [...CHANGES].filter(([call]) => !ROWS.has(call) && !(call in WITHOUT_ROW));
    expect(missing.map(([call, path]) => `${path}: ${call}`)).toEqual([]);
  });

  it("is excused only where it is asked for and has no row, and each row is of one that is asked for", () => {
    expect(Object.keys(WITHOUT_ROW).filter((call) => ROWS.has(call) || !CHANGES.has(call))).toEqual([]);
    expect([...ROWS].filter((call) => !CHANGES.has(call))).toEqual([]);
  });
});
