import type { StreamHead } from "@nightjar/contract";
import { SlidersHorizontal } from "lucide-react";
import type { SettingsPart } from "../streams/state/settings-line.tsx";
import type { Command } from "./command.ts";
import { EditStreamDialog } from "./dialogs.ts";
import { overStream } from "./over-stream.tsx";

/** The parts of a stream's settings by their headings, and what is found in each. */
const PARTS: Readonly<Record<Exclude<SettingsPart, "name">, readonly [label: string, words: string]>> = {
  sound: ["Order and sound", "crossfade shuffled loudness LUFS"],
  picture: ["Picture", "profile quality resolution 720p 1080p"],
  backgrounds: ["Change of backgrounds", "transition auto-switch"],
  clocks: ["Log and clocks", "time zone"],
  destinations: ["Destinations", "RTMP address stream key YouTube channel"],
};
const PART_NAMES = ["sound", "picture", "backgrounds", "clocks", "destinations"] as const;

/** Each part of a stream's settings. */
export const settingsOf = (stream: StreamHead): readonly Command[] =>
  PART_NAMES.map((part) => ({
    ...{ id: `settings ${part} ${stream.id}`, label: `${stream.title}: ${PARTS[part][0]}`, words: `settings change ${PARTS[part][1]}` },
    ...{ icon: <SlidersHorizontal />, isMany: true },
    run: overStream(stream, (now, close) => <EditStreamDialog stream={now} part={part} onClose={close} />),
  }));

interface Place {
  readonly to: string;
  /** Of the card there. */
  readonly hash: string;
}

const STUDIO: readonly (readonly [label: string, words: string, place: Place])[] = [
  ["Change Password", "account", { to: "/settings", hash: "change-password" }],
  ["Other Sessions", "account signed in devices sign out", { to: "/settings", hash: "other-sessions" }],
  ["Rendering", "encoder software NVENC VAAPI Quick Sync graphics card", { to: "/settings", hash: "rendering" }],
  ["Background Settings", "transition auto-switch", { to: "/backgrounds", hash: "background-settings" }],
  ["Spotify Connection", "account connect disconnect", { to: "/spotify", hash: "spotify-connection" }],
  ["Spotify Playlists", "sync account", { to: "/spotify", hash: "spotify-playlists" }],
  ["Sync Settings", "Spotify playlists frequency", { to: "/spotify", hash: "sync-settings" }],
];

/** What the studio as a whole is set to, each where it is changed. */
export const studioSettings = (navigate: (place: Place) => unknown): readonly Command[] =>
  STUDIO.map(([label, words, place]) => ({
    ...{ id: `setting ${place.hash}`, label, words: `settings change ${words}`, icon: <SlidersHorizontal /> },
    run: () => void navigate(place),
  }));
