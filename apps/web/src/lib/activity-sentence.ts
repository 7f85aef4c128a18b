import type { Activity } from "@nightjar/contract";
import { plural } from "./format.ts";

type Noun = "track" | "stream" | "background" | "template" | "playlist" | "thing";
/** What was done to a thing of a kind, or a sentence of its own. */
type Words = readonly [noun: Noun, done: string] | string;

const WORDS: Readonly<Record<string, Words>> = {
  "tracks.create": ["track", "added to the library"],
  "tracks.update": ["track", "changed"],
  "tracks.delete": ["track", "deleted"],
  "streams.create": ["stream", "created"],
  "streams.duplicate": ["stream", "created"],
  "streams.update": ["stream", "changed"],
  "streams.delete": ["stream", "deleted"],
  "streams.start": ["stream", "started"],
  "streams.stop": ["stream", "stopped"],
  "streams.addTrack": ["stream", "given more tracks"],
  "streams.addTracks": ["stream", "given more tracks"],
  "streams.stepTracklist": ["stream", "given other tracks or another order"],
  "streams.setGapless": ["stream", "told how two tracks join"],
  "streams.skip": ["stream", "told to skip a track"],
  "streams.jump": ["stream", "told to put a track on air"],
  "streams.setDestination": ["stream", "told where to broadcast"],
  "streams.replaceDestination": ["stream", "told where to broadcast"],
  "streams.addDestination": ["stream", "told where to broadcast"],
  "streams.removeDestination": ["stream", "disconnected from a destination"],
  "streams.deleteDestination": ["stream", "disconnected from a destination"],
  "youtube.setupStream": ["stream", "connected to a channel"],
  "youtube.createStream": ["stream", "given a broadcast"],
  "youtube.updateStream": ["stream", "given other texts for viewers"],
  "youtube.reconnect": ["stream", "sent to its channel anew"],
  "youtube.renew": ["stream", "given a new broadcast in place of one that was ended"],
  "youtube.newKey": ["stream", "given a new key in place of one that was gone"],
  "backgrounds.create": ["background", "uploaded"],
  "backgrounds.update": ["background", "changed"],
  "backgrounds.delete": ["background", "deleted"],
  "backgrounds.activate": ["background", "made the active background"],
  "overlays.createTemplate": ["template", "created"],
  "overlays.updateTemplate": ["template", "changed"],
  "overlays.change": ["template", "changed"],
  "overlays.deleteTemplate": ["template", "deleted"],
  "playlists.create": ["playlist", "added"],
  "playlists.importTracks": ["playlist", "brought into the library"],
  "playlists.delete": ["playlist", "deleted"],
  "spotify.sync": ["playlist", "synced"],
  "spotify.importTrack": ["track", "imported from a playlist"],
  "settings.patch": "The settings of the studio were changed",
} satisfies Readonly<Record<Activity["action"], Words>>;
/** Of what only a newer server does: this page stays as it is for weeks. */
const OTHER: Words = ["thing", "changed"];

/** What was done, as a sentence. */
export function sentenceOf({ action, name, total }: Pick<Activity, "action" | "name" | "total">): string {
  const words = WORDS[action] ?? OTHER;
  if (typeof words === "string") return words;
  const [noun, done] = words;
  return `${thingsOf(noun, name, total)} ${total === 1 ? "was" : "were"} ${done}`;
}

function thingsOf(noun: Noun, name: string | null, total: number): string {
  if (name === null && total === 1) return noun === "thing" ? "Something" : `A ${noun}`;
  if (name === null) return plural(total, noun);
  return total === 1 ? `“${name}”` : `“${name}” and ${plural(total - 1, `other ${noun}`)}`;
}
