import type { Track, TrackId } from "@nightjar/contract";
import { Badge, Button, Checkbox, IconButton, Menu } from "@nightjar/ui";
import { createColumnHelper } from "@tanstack/react-table";
import { EllipsisVertical, Info, Pencil, Play, Trash2 } from "lucide-react";
import { columnsWith } from "../../layout/columns.tsx";
import { Cover } from "../../layout/cover.tsx";
import type { Chosen } from "../../lib/use-chosen.ts";

export interface TrackActions {
  readonly play: (track: Track) => void;
  readonly edit: (track: Track) => void;
  readonly info: (track: Track) => void;
  readonly remove: (track: Track) => void;
}

/** Below 1280 pixels the title carries the artist, the duration the status. */
export const COLUMNS =
  "grid grid-cols-[1.25rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 px-3 sm:px-5 xl:grid-cols-[1.25rem_3rem_minmax(0,5fr)_minmax(0,3fr)_5rem_4rem_5rem_10rem] xl:gap-x-4";

function Title({ track }: { track: Track }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Cover url={track.artworkUrl} />
      <div className="min-w-0">
        <p className="flex min-w-0 items-center gap-2">
          <span dir="auto" className="truncate font-medium">
            {track.title}
          </span>
          {track.explicit && (
            <abbr title="Explicit" className="rounded bg-hover px-1 text-[0.6875rem]/4 font-semibold text-soft no-underline">
              E
            </abbr>
          )}
        </p>
        <p dir="auto" className="truncate text-sm text-dim xl:hidden">
          {track.artist}
        </p>
        <p dir="auto" className="truncate text-sm text-dim max-xl:hidden">
          {track.album}
        </p>
      </div>
    </div>
  );
}

function Status({ track }: { track: Track }) {
  return <Badge tone={track.hasAudioFile ? "good" : "warn"}>{track.hasAudioFile ? "Ready" : "No File"}</Badge>;
}

function Actions({ track, actions }: { track: Track; actions: TrackActions }) {
  const play = () => actions.play(track);
  return (
    <div className="flex justify-end">
      <div className="hidden xl:flex">
        <IconButton label={`Play ${track.title}`} icon={<Play />} disabled={!track.hasAudioFile} onClick={play} />
        <IconButton label={`Edit ${track.title}`} icon={<Pencil />} onClick={() => actions.edit(track)} />
        <IconButton label={`Info on ${track.title}`} icon={<Info />} onClick={() => actions.info(track)} />
        <IconButton label={`Delete ${track.title}`} icon={<Trash2 />} onClick={() => actions.remove(track)} className="hover:text-bad!" />
      </div>
      <div className="xl:hidden">
        <Menu
          items={[
            { label: "Play", icon: <Play />, onSelect: play, disabled: !track.hasAudioFile },
            { label: "Edit", icon: <Pencil />, onSelect: () => actions.edit(track) },
            { label: "Info", icon: <Info />, onSelect: () => actions.info(track) },
            { label: "Delete", icon: <Trash2 />, onSelect: () => actions.remove(track), danger: true },
          ]}
        >
          <Button variant="ghost" size="icon" aria-label={`Actions for ${track.title}`} className="size-11 -mr-2">
            <EllipsisVertical aria-hidden />
          </Button>
        </Menu>
      </div>
    </div>
  );
}

export interface Given {
  readonly actions: TrackActions;
  readonly currentId: string | null;
  readonly chosen: Chosen<TrackId>;
}

export const trackFeatures = columnsWith<Given>();
const column = createColumnHelper<typeof trackFeatures, Track>();
const WIDE = "hidden xl:block";

export const TRACK_COLUMNS = column.columns([
  column.display({
    id: "choose",
    header: () => <span className="sr-only">Choose</span>,
    cell: ({ row: { original }, table }) => {
      const chosen = table.options.meta?.chosen;
      return (
        chosen && (
          <Checkbox
            label=""
            aria-label={`Choose ${original.title}`}
            checked={chosen.ids.has(original.id)}
            onPress={(withShift) =>
              chosen.press(
                original.id,
                withShift,
                table.getRowModel().rows.map((shown) => shown.original.id),
              )
            }
          />
        )
      );
    },
  }),
  column.display({
    id: "number",
    header: "#",
    cell: ({ row, table }) => <span className={row.id === table.options.meta?.currentId ? "text-moon" : "text-dim"}>{row.index + 1}</span>,
    meta: { cell: `${WIDE} text-sm tabular-nums` },
  }),
  column.accessor("title", { header: "Title", cell: ({ row }) => <Title track={row.original} />, meta: { cell: "min-w-0" } }),
  column.accessor("artist", {
    header: "Artist",
    cell: ({ getValue }) => (
      <p dir="auto" className="truncate">
        {getValue()}
      </p>
    ),
    meta: { cell: `${WIDE} text-sm text-soft` },
  }),
  column.accessor("duration", {
    header: "Duration",
    cell: ({ row: { original } }) => (
      <>
        {original.duration}
        {!original.hasAudioFile && (
          <span className="xl:hidden">
            <Status track={original} />
          </span>
        )}
      </>
    ),
    meta: { cell: "flex flex-col items-end gap-0.5 text-sm text-soft tabular-nums xl:block" },
  }),
  column.accessor("playCount", {
    header: "Plays",
    cell: ({ getValue }) => getValue().toLocaleString("en"),
    meta: { cell: `${WIDE} text-sm text-soft tabular-nums` },
  }),
  column.display({ id: "status", header: "Status", cell: ({ row }) => <Status track={row.original} />, meta: { cell: WIDE } }),
  column.display({
    id: "actions",
    header: "Actions",
    cell: ({ row, table }) => table.options.meta && <Actions track={row.original} actions={table.options.meta.actions} />,
    meta: { heading: "text-right" },
  }),
]);
