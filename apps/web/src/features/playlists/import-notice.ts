import { plural } from "../../lib/format.ts";
import { notify } from "../../lib/toast.ts";
import type { Outputs } from "../../lib/trpc.ts";

type Imported = Omit<Outputs["playlists"]["importTracks"], "trackIds">;

/** What an import of many did. */
export function importText({ tracksAdded, tracksFound, tracksDoubtful, tracksLeftOut }: Imported): string {
  const parts = [
    `${plural(tracksAdded, "track")} added to the library`,
    ...(tracksFound === 0 ? [] : [`${tracksFound.toLocaleString("en")} ${tracksFound === 1 ? "was" : "were"} there already`]),
    ...(tracksDoubtful === 0
      ? []
      : [`${tracksDoubtful.toLocaleString("en")} doubtful: say which ${tracksDoubtful === 1 ? "it is" : "they are"}`]),
    ...(tracksLeftOut === 0
      ? []
      : [`${tracksLeftOut.toLocaleString("en")} left out, for the library has another of that title and artist`]),
  ];
  return parts.join(", ");
}

/** @param only the track, where one alone was asked for */
export function tellImport(made: Imported, only: { readonly title: string; readonly artist: string } | null): void {
  if (only === null) return notify("Tracks Imported", importText(made));
  const name = `${only.title} by ${only.artist}`;
  if (made.tracksAdded > 0) return notify("Track Imported", name);
  notify("Track Found", `${name} was in the library already`);
}
