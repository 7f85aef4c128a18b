import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");

interface Idiom {
  readonly name: string;
  /** How it looks when somebody writes it by hand. */
  readonly looks: RegExp;
  readonly home: string;
  /** Files that look alike and are something else, and why. */
  readonly excused?: Readonly<Record<string, string>>;
}

const IDIOMS: readonly Idiom[] = [
  {
    name: "a file that is replaced whole",
    looks: /\brename(Sync)?\b.* from "node:fs/,
    home: "packages/kit/src/replace-file.ts",
    excused: {
      "packages/broadcast/src/render/cache.ts": "a finished unit changes its name",
      "packages/broadcast/src/render/spares.ts": "the two files of a unit, linked and not written, are placed both or neither",
      "packages/broadcast/src/director/told/journal-file.ts": "what cannot be read is put aside, and nothing in its place",
      "apps/server/src/adapters/files.ts": "an upload changes its folder, and is flushed with it",
      "apps/server/src/adapters/left-files.ts": "what is laid aside changes its folder, and back",
    },
  },
  {
    name: "a map that forgets its oldest",
    looks: /\boldest\b.*\.keys\(\)|\.keys\(\)\.next\(\)|\.keys\(\)\]?\.slice\(/,
    home: "packages/kit/src/recent.ts",
  },
  {
    name: "a promise that many wait for",
    looks: /(Map|Recent)<.*, Promise<|\?\?= .*(catch|finally)\(/,
    home: "packages/kit/src/memo.ts",
    excused: {
      "packages/broadcast/src/director/session/sessions.ts": "sessions that end, each after the one before",
      "packages/media/src/scheduler.ts": "jobs that run, which know themselves",
      "packages/kit/src/turns.ts": "ends of turns, each of which only the next waits for",
      "packages/broadcast/src/render/cache-index.ts": "one walk over everything, without a key",
      "packages/broadcast/src/director/prepare/quarantine.ts": "a verdict on a failure, kept with that",
    },
  },
  {
    name: "a deadline",
    looks: /Promise\.race\(/,
    home: "packages/kit/src/deadline.ts",
    excused: {
      "packages/broadcast/src/director/ready/idle-time.ts": "ended by a need, not by time",
      "packages/broadcast/src/render/unit-in-making.ts": "ended by being readable, not by time",
      "packages/broadcast/src/director/session/stream-session.ts": "ended by waiting for a slate, not by time",
      "packages/broadcast/src/director/session/adoption.ts": "ended by the engine's end, not by time",
    },
  },
  {
    name: "a set of listeners",
    looks: /new Set<\(.*\) => void>/,
    home: "packages/kit/src/listeners.ts",
    excused: { "apps/server/src/adapters/jobs.ts": "ways to take something back, by its key" },
  },
  {
    name: "a wait that doubles",
    looks: /Ms\w* \* 2\b|MS \* 2 \*\*|Ms \* 2 \*\*/,
    home: "packages/kit/src/back-off.ts",
    excused: {
      "packages/broadcast/src/director/air/settling.ts": "the margin of a jump, which is no wait",
    },
  },
  {
    name: "one thing at a time, and again while there is something to do",
    looks: /\blet (saving|sending|running)\b|(\blet |#)is\w+ing = false/,
    home: "packages/kit/src/one-at-a-time.ts",
    excused: {
      "apps/server/src/http/event-stream.ts": "what fails once is given up, and nothing after it is tried",
      "apps/web/src/features/overlay/stage/controller.ts": "what a pointer does",
      "packages/api/src/plan/off-air-plans.ts": "what comes meanwhile rests before it is told",
      "packages/api/src/playlists/follow-playlists.ts": "a look that comes meanwhile is left out: the next one is near",
      "packages/broadcast/src/director/ready/render-demand.ts": "a look that comes meanwhile is left out: the next one is near",
      "packages/broadcast/src/director/session/session-air.ts": "nothing of it waits: what comes meanwhile comes from itself",
      "packages/broadcast/src/director/session/session-renewal.ts": "what comes meanwhile is left out, and looked for behind it",
      "packages/broadcast/src/director/told/journal-file.ts": "what failed is tried again by itself, and who flushes hears of each attempt",
      "packages/broadcast/src/egress/destinations.ts": "nothing of it waits: until all are known nothing is told",
      "packages/broadcast/src/playout/session.ts": "whether there is more to write",
      "packages/broadcast/src/playout/thread.ts": "whether there is more to write",
      "packages/broadcast/src/playout/thread-keeper.ts": "whether the thread has answered",
      "packages/kit/src/coalesce.ts": "a rest by the clock, without work that ends",
    },
  },
  {
    name: "an id of its own, also where a page has no https",
    looks: /\bcrypto\.(getRandomValues|randomUUID)\(/,
    home: "packages/kit/src/new-id.ts",
  },
  {
    name: "an answer that no screen keeps",
    looks: /trpcClient\.[\w.]+\.query\(|\bcall\.query\(/,
    home: "apps/web/src/lib/ask-once.ts",
    excused: {
      "apps/web/src/lib/account.ts": "nobody waits for it longer than the first screen may",
      "apps/web/src/features/overlay/port.ts":
        "ends the same way; a file shared with dialogs would be one more of the designer's first screen",
    },
  },
  {
    name: "what the screens hear of a commit",
    looks: /\blive\.changed\(|\blive\.publish\(\{ type: "changed"/,
    home: "packages/api/src/plan/follow-changes.ts",
  },
  {
    name: "what is told of a reading that failed, with another try",
    looks: /<QueryError\b/,
    home: "apps/web/src/layout/reading.tsx",
    excused: {
      "apps/web/src/features/overlay/centre.tsx": "a template is opened into the designer's own store, not read by a call alone",
      "apps/web/src/features/streams/background/change-background-dialog.tsx":
        "the studio's background can be chosen, though the others cannot be read",
      "apps/web/src/features/streams/overlays/select-template-dialog.tsx": "no template can be chosen, though the others cannot be read",
      "apps/web/src/features/streams/tracklist/conflict-dialog.tsx": "what was read before is no answer, and within a Reading it is",
    },
  },
];

const sources = globSync("{apps,packages}/*/src/**/*.{ts,tsx}", { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), "utf8"),
}));

describe("a small idiom is written once", () => {
  it.each(IDIOMS)("$name", ({ looks, home, excused = {} }) => {
    const found = sources.filter(({ text }) => text.split("\n").some((line) => looks.test(line))).map(({ file }) => file);
    expect(found.toSorted()).toEqual([home, ...Object.keys(excused)].toSorted());
  });
});
