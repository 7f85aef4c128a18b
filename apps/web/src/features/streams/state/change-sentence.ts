import type { StreamAction, StreamChange, StreamField, ToldStep } from "@nightjar/contract";
import { plural } from "../../../lib/format.ts";
import { isolated } from "../../../lib/isolated.ts";

/** What a change is told by. */
export interface ToldChange extends Pick<StreamChange, "action" | "step"> {
  readonly fields: readonly { readonly name: string }[];
}

/** What somebody did, behind the name of who did it. */
export function sentenceOf({ action, step, fields }: ToldChange): string {
  if (step) return stepSentence(step);
  const known = ACTIONS[action];
  if (known !== undefined && known !== null) return known;
  const names = fields.map(({ name }) => FIELD_NAMES[name] ?? name);
  return names.length === 0 ? "changed nothing that shows" : `changed ${listed(names)}`;
}

/** One that only a newer server knows is a change: this page stays as it is for weeks. */
const STEPS: Readonly<Record<string, string>> = {
  ...{ insert: "added", move: "moved", remove: "removed" },
} satisfies Readonly<Record<Exclude<ToldStep["is"], "write">, string>>;

/** "removed “Owl”": what a step did. */
export function stepSentence({ is, titles, total }: ToldStep): string {
  const named = titles.map((title) => `“${isolated(title)}”`);
  const more = total - titles.length;
  const what = titles.length === 0 ? plural(total, "track") : listed(more > 0 ? [...named, plural(more, "more track")] : named);
  if (is === "write") return `wrote the whole tracklist: ${plural(total, "track")}`;
  return `${STEPS[is] ?? "changed"} ${what}`;
}

const listed = (all: readonly string[]): string => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`);

/** null: what it changed tells it. */
const ALL_ACTIONS: Readonly<Record<StreamAction, string | null>> = {
  "streams.create": "created the stream",
  "streams.duplicate": "made it as a duplicate of another stream",
  "streams.start": "started it",
  "streams.stop": "stopped it",
  "streams.skip": "skipped a track",
  "streams.jump": "put a track on air",
  "streams.updateContent": "applied the content on air",
  "streams.setGapless": "changed how two tracks join",
  "streams.setDestination": "set the destination",
  "streams.removeDestination": "removed the destination",
  "streams.addDestination": "added a destination",
  "streams.replaceDestination": "replaced a destination",
  "streams.testDestination": "tested a destination",
  "streams.deleteDestination": "removed a destination",
  "streams.update": null,
  "streams.addTrack": null,
  "streams.addTracks": null,
  "streams.stepTracklist": null,
  "streams.delete": "deleted the stream",
  "streams.loseTrack": "deleted a track of its tracklist",
  "streams.loseBackground": "deleted the background that it had chosen",
  "testStream.start": "started its test stream",
  "testStream.stop": "stopped its test stream",
  "youtube.connect": "went to connect a Google account",
  "youtube.callback": "connected a Google account",
  "youtube.setupStream": "connected a YouTube channel",
  "youtube.createStream": "made a broadcast at YouTube",
  "youtube.updateStream": "changed the texts of the broadcast at YouTube",
  "youtube.reconnect": "connected to YouTube anew, which did not receive what was sent",
  "youtube.renew": "made a new broadcast, because YouTube ended the one before",
  "youtube.newKey": "made a new key, because YouTube has the one before no more",
  "streams.liftQuarantine": "let a track be tried again",
};
/** Entries of earlier versions may have others. */
const ACTIONS: Readonly<Record<string, string | null>> = ALL_ACTIONS;

const ALL_FIELD_NAMES: Readonly<Record<StreamField, string>> = {
  title: "the title",
  description: "the description",
  channelName: "the channel name",
  artworkUrl: "the artwork",
  activeBackgroundId: "the background",
  activeOverlayTemplateId: "the overlay template",
  order: "the order",
  crossfadeMs: "the crossfade",
  profile: "the profile",
  quality: "the quality",
  targetLufs: "the loudness",
  transition: "the transition",
  autoSwitch: "how backgrounds switch",
  timeZone: "the time zone",
  statsIntervalMs: "how often figures are renewed",
  ytRollOverHours: "how long a broadcast at YouTube lasts",
  ytSendsBackup: "the backup at YouTube",
  destinations: "where it is sent",
  ytConnected: "the connection to YouTube",
  ytGrantId: "the Google account",
  ytChannelName: "the YouTube channel",
  viewerCount: "the number of viewers",
  tracks: "the tracklist",
  sessionId: "whether it is on air",
  gapless: "how two tracks join",
  broadcast: "the broadcast at YouTube",
};
const FIELD_NAMES: Readonly<Record<string, string>> = ALL_FIELD_NAMES;

/** "the loudness": what of a stream it is, within a sentence. */
export const fieldName = (name: StreamField): string => ALL_FIELD_NAMES[name];
