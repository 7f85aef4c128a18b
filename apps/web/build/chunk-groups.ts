import { readFileSync } from "node:fs";
import type { Rolldown } from "vite";

type Group = NonNullable<Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>["groups"]>[number];

const isContract = (id: string) => id.includes("/packages/contract/src/");
/** zod, and what stands on it: one schema needs all of it. */
const knowsZod = (id: string) => /node_modules\/zod\//.test(id) || (isContract(id) && readFileSync(id, "utf8").includes('from "zod"'));

/** The studio's own entry, and what the pages before the studio need. */
const BASE = [
  /web\/index\.html|vite\/modulepreload-polyfill/,
  /web\/src\/(main\.tsx|lib\/(use-verb|sign-out)|features\/auth\/(auth-frame|call-failed|rules-later))/,
  /packages\/ui\/src\/(field|inputs|surfaces)/,
];
/** The studio around its screens, and what nearly all of those show. */
const FRAME = [
  /web\/src\/(routes\/_studio\.tsx\?|layout\/(reading|query-state|cover|coming|dragged|later-dialog|later-part|with-links)|features\/player\/use-)/,
  /packages\/ui\/src\/(menu|tabs|signals|icon-button)/,
];
/** Small things of several screens, but for what their dialogs alone need. */
const SHARED = [
  /lucide-react|packages\/(ui|kit)\/src\/(checkbox|choice-field|facts|one-at-a-time)/,
  /web\/src\/(lib\/(?!scene\/|upload|activity-sentence|relative-time|use-add-to-stream|ask-)|features\/overlay\/dialogs\/deletion-failed)/,
  /web\/src\/layout\/(stream-choice|leave-guard|leaves-focus|met-notice|use-met-choice)/,
];
/**
 * What a stream is in, and where it goes: of the screens that show streams, which are not those that are nearly full; no first
 * screen tells changes, changes settings, draws who watched or says what a Stop ends. What a step does to a list, dialogs of other screens
 * need as well.
 */
const STREAM_STATE =
  /web\/src\/features\/streams\/(state\/(?!change-sentence|use-stream-|what-ends)|destinations\/(?!taken-|viewer)|tracklist\/steps\.)/;
/**
 * What is sent of a stream, as the wall and the dashboard show it, and as the test stream's page and a sample channel play it; with what
 * the dashboard says of what happened and how long ago, which is nearly full too.
 */
const SENT = [/web\/src\/(features\/(wall\/(sent-picture|use-look)|watch\/)|lib\/(activity-sentence|relative-time))/];
/**
 * What is dragged, of which the designer and the streams are, and long lists, of which the library and the streams are: in two files the
 * streams, which have both, would have none left for what airs.
 */
const LISTS = [/@dnd-kit|@tanstack\/(react-)?virtual/, /web\/src\/layout\/(drag|virtual|scroll)-rows|packages\/ui\/src\/segmented/];
const UPLOADS = [/packages\/ui\/src\/(drop-zone|upload)/, /web\/src\/(lib\/upload|features\/media\/|features\/library\/upload-audio)/];
const SCENE = [/packages\/scene\/src/, /web\/src\/(lib\/scene\/|features\/overlay-preview\/preview-data)/];

const any = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/**
 * Which code comes in which file. The first group that matches takes a module, and all it needs that was not taken before: what comes
 * first must not need what comes later, or every screen loads that too. Without groups every icon that two screens show would be a file
 * of its own, and a first screen has ten at most; the table of the first screens shows what a change here costs.
 */
export const chunkGroups: Group[] = [
  // Stays in browsers over many of our versions.
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 9 },
  { name: "base", test: (id) => any(BASE)(id) || (isContract(id) && !knowsZod(id)), priority: 8 },
  { name: "forms", test: /node_modules\/react-hook-form\//, priority: 7 },
  { name: "frame", test: any(FRAME), priority: 6 },
  { name: "lists", test: any(LISTS), priority: 5 },
  { name: "tables", test: /@tanstack\/(react-)?table|web\/src\/layout\/columns/, priority: 5 },
  { name: "rules", test: knowsZod, priority: 5 },
  { name: "resolvers", test: /node_modules\/@hookform\//, priority: 4 },
  { name: "shared", test: any(SHARED), minShareCount: 2, priority: 4 },
  { name: "stream-state", test: STREAM_STATE, minShareCount: 2, priority: 3 },
  { name: "sent", test: any(SENT), minShareCount: 2, priority: 3 },
  { name: "uploads", test: any(UPLOADS), minShareCount: 2, priority: 3 },
  { name: "scene", test: any(SCENE), minShareCount: 2, priority: 3 },
  { name: "dashboard", test: /web\/src\/features\/dashboard\/(?!remov)/, priority: 3 },
  // What reads the tags of audio files, each only where it is needed.
  { name: "audio", test: /node_modules/, minShareCount: 2, entriesAware: true },
];
