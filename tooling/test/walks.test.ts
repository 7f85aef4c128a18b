import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

// Every dialog of the studio is opened and looked at by a browser test, every notice stands before its eyes, and every change is made to
// fail by one. The palette reaches each change.

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
  "streams.testAddress": "changes nothing: what comes of it stands beside its button (destination-form)",
  "streams.testDestination": "changes nothing: what comes of it stands beside its button (destination-form)",
  "testStream.stop": "needs a test that runs (test-stream)",
  "tracks.checkDuplicates": "changes nothing (notices)",
  "tracks.takeArtwork": "a cover that cannot be had is left out, and all else is taken",
};

const ASKED = found([/\buseVerb\(\s*trpc\.(\w+\.\w+)/g, /\btrpcClient\.(\w+\.\w+)\.mutate\b/g]);
const CHANGES: ReadonlyMap<string, string> = new Map(ASKED);
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

const PALETTE = "apps/web/src/features/commands/";
const textOf = new Map(screens.map(({ path, text }) => [path, text]));

/** What a file brings in, at once or when it is wanted; of types nothing comes. */
const BRINGS = /^(?:import|export)\b(?! type\b)[^;]*? from "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/gm;
const reached = new Set<string>();
function reach(path: string): void {
  if (reached.has(path)) return;
  reached.add(path);
  for (const [, now, later = ""] of (textOf.get(path) ?? "").matchAll(BRINGS)) reach(join(dirname(path), now ?? later));
}
reach(`${PALETTE}commands.tsx`);
/** By a command itself, or in a dialog that one opens. */
const COMMANDED: ReadonlySet<string> = new Set(ASKED.flatMap(([call, path]) => (reached.has(path) ? [call] : [])));

/** Changes that stand among what is typed, chosen or seen on a page alone, and the command that leads there. */
const LED_TO: Readonly<Record<string, string>> = {
  "auth.changePassword": "Change Password",
  "auth.endOtherSessions": "Other Sessions",
  "backgrounds.create": "Upload Background",
  "overlays.change": "Overlay Designer",
  "overlays.createTemplate": "Create New Template",
  "overlays.deleteMedia": "Overlay Designer",
  "overlays.updateTemplate": "Overlay Designer",
  "playlists.decide": "Playlist Sync",
  "playlists.importTracks": "Playlist Sync",
  "spotify.cancelJob": "Playlist Sync",
  "spotify.disconnect": "Spotify Connection",
  "spotify.startAnalysis": "Playlist Sync",
};
/** Changes that no command is for, and why. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  "auth.login": "nobody is signed in yet",
  "auth.register": "nobody is signed in yet",
  "auth.requestReset": "nobody is signed in",
  "auth.resetPassword": "nobody is signed in",
  "streams.setGapless": "is of one row of a tracklist, which is chosen there",
  "streams.stepTracklist": "is of rows of a tracklist, which are chosen there",
  "youtube.setupStream": "is the end of a way that begins at Google's page of consent",
};

describe("the palette", () => {
  const commands = screens.filter(({ path }) => path.startsWith(PALETTE) || path === "apps/web/src/layout/nav.ts");

  it("has a command for each change that the studio asks for, or one that leads there, or a reason why not", () => {
    expect(COMMANDED.size).toBeGreaterThan(30);
    const missing = [...CHANGES].filter(([call]) => !COMMANDED.has(call) && !(call in LED_TO) && !(call in WITHOUT_COMMAND));
    expect(missing.map(([call, path]) => `${path}: ${call}`)).toEqual([]);
  });

  it("leads by commands that there are, and is excused only where a change is asked for and has none", () => {
    expect(Object.values(LED_TO).filter((label) => !commands.some(({ text }) => names(text, label)))).toEqual([]);
    const excused = [...Object.keys(LED_TO), ...Object.keys(WITHOUT_COMMAND)];
    expect(excused.filter((call) => COMMANDED.has(call) || !CHANGES.has(call))).toEqual([]);
  });

  it("opens each of its dialogs by a command", () => {
    const dialogs = [...(textOf.get(`${PALETTE}dialogs.ts`) ?? "").matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
    expect(dialogs.length).toBeGreaterThan(15);
    expect(dialogs.filter((name) => !commands.some(({ text }) => new RegExp(`<${name}\\s`).test(text)))).toEqual([]);
  });

  it("tells the failure of a change in the words of its screen", () => {
    const told = commands.flatMap(({ text }) => [...text.matchAll(/\buseVerb\(\s*trpc\.(\w+\.\w+),\s*\{\s*failed: \[([^\]]+)\]/g)]);
    expect(told.length).toBeGreaterThan(5);
    const onScreen = (call: string) => ASKED.filter(([other, path]) => other === call && !path.startsWith(PALETTE)).map(([, path]) => path);
    const isAlike = ([, call = "", words = ""]: readonly string[]) =>
      onScreen(call).some((path) => (words.match(/"[^"]+"/g) ?? []).every((word) => textOf.get(path)?.includes(word)));
    expect(told.filter((each) => !isAlike(each)).map(([whole]) => whole)).toEqual([]);
  });
});
