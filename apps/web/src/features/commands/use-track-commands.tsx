import type { Track } from "@nightjar/contract";
import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ListMusic, Music, Pencil, Play, Plus, Trash2 } from "lucide-react";
import { inOneLine, saidOf } from "../../lib/errors.ts";
import { plural } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { usePlayTrack } from "../player/use-play-track.ts";
import type { Command, Commands } from "./command.ts";
import { TrackToStream } from "./content-commands.tsx";
import { DeleteTrackDialog, TrackDialog } from "./dialogs.ts";
import { TRACK_DEEDS, type TrackDeed, trackWords } from "./track-words.ts";

const SETTLES_MS = 150;
const SHOWN_MAX = 5;

export interface FoundTracks {
  readonly group: Commands;
  /** What is still looked for, or why it could not be; null: nothing is. */
  readonly note: { readonly text: string; readonly isBad: boolean } | null;
}

/** Tracks that the server finds by what was typed: the library may be larger than a page can hold. */
export function useTrackCommands(typed: string): FoundTracks {
  const wanted = typed.trim();
  const { deed, search } = trackWords(useDebounced(wanted, SETTLES_MS));
  const navigate = useNavigate();
  const play = usePlayTrack();
  const isAsked = wanted !== "" && search !== "";
  const found = trpc.tracks.list.useQuery(
    { search, sort: "recent", limit: SHOWN_MAX },
    { enabled: isAsked, placeholderData: keepPreviousData },
  );
  const show = (words: string) => void navigate({ to: "/library", search: { search: words } });
  const { items, total } = isAsked && found.data ? found.data : { items: [], total: 0 };
  const all: Command = {
    ...{ id: "tracks all", label: `Show all ${plural(total, "track")} found`, icon: <ListMusic /> },
    run: () => show(search),
  };
  const entries = [
    ...items.flatMap((track) => onTrack(track, deed, play, () => show(track.title))),
    ...(total > items.length && items.length > 0 ? [all] : []),
  ];
  const isLooking = wanted !== "" && (search !== trackWords(wanted).search || found.isFetching);
  return { group: { title: "Tracks", entries, isFound: true }, note: noteOf(isLooking, isAsked ? found.error : null) };
}

function noteOf(isLooking: boolean, error: unknown): FoundTracks["note"] {
  if (isLooking) return { text: "Looking for tracks…", isBad: false };
  if (error === null) return null;
  return { text: inOneLine(saidOf(error, "The tracks could not be searched.")), isBad: true };
}

/** What was named stands first. */
function onTrack(track: Track, deed: TrackDeed | null, play: (track: Track) => void, show: () => void): readonly Command[] {
  const { id, title, artist, hasAudioFile } = track;
  const deeds: Readonly<Record<TrackDeed, Omit<Command, "id">>> = {
    play: { label: `Play ${title}`, icon: <Play />, run: () => play(track) },
    edit: { label: `Edit ${title}`, icon: <Pencil />, run: () => (close) => <TrackDialog track={track} onClose={close} /> },
    add: { label: `Add ${title} to a stream`, icon: <Plus />, run: () => (close) => <TrackToStream track={track} onClose={close} /> },
    delete: { label: `Delete ${title}`, icon: <Trash2 />, run: () => (close) => <DeleteTrackDialog track={track} onClose={close} /> },
  };
  const possible = TRACK_DEEDS.filter((one) => one !== "play" || hasAudioFile);
  const [first, ...others] = possible.toSorted((a, b) => Number(b === deed) - Number(a === deed));
  const asCommand = (one: TrackDeed): Command => ({ id: `${one} ${id}`, detail: artist, ...deeds[one] });
  const shown: Command = { id: `track ${id}`, label: `${title} in the library`, detail: artist, icon: <Music />, run: show };
  return [...(first === undefined ? [] : [asCommand(first)]), shown, ...others.map(asCommand)];
}
