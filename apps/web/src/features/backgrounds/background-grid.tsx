import type { Background, BackgroundId } from "@nightjar/contract";
import { Card, EmptyState } from "@nightjar/ui";
import { Image } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { plural } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { BackgroundCard } from "./background-card.tsx";
import { type Question, useActivateBackground } from "./use-activate.tsx";
import { usePreparations } from "./use-preparations.ts";
import { shownBy } from "./words.ts";

const DeleteDialog = laterDialog(async () => (await import("./delete-dialog.tsx")).DeleteDialog);
const EditDialog = laterDialog(async () => (await import("./edit-dialog.tsx")).EditDialog);

type Open =
  | { readonly dialog: "edit" | "delete"; readonly background: Background }
  | { readonly dialog: "activate"; readonly ask: Question };

/** Which streams show each of them, in a line. */
function useShownBy(): (id: BackgroundId) => string {
  const uses = trpc.backgrounds.uses.useQuery();
  return (id) => {
    if (uses.isError) return "Which streams show it could not be read.";
    if (!uses.data) return "";
    return shownBy(uses.data.find(({ backgroundId }) => backgroundId === id)?.streams ?? []) ?? "No stream shows it";
  };
}

/** All backgrounds, the newest first; one plays at a time. */
export function BackgroundGrid() {
  const [backgrounds] = trpc.backgrounds.list.useSuspenseQuery();
  const shownByOf = useShownBy();
  const preparations = usePreparations();
  const [playingId, setPlayingId] = useState<BackgroundId | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const { activatingId, press } = useActivateBackground();
  const close = () => setOpen(null);
  const setActive = (background: Background) => {
    const ask = press(background);
    if (ask) setOpen({ dialog: "activate", ask });
  };
  return (
    <section aria-labelledby="all-backgrounds" className="flex flex-col gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="all-backgrounds" className="font-semibold tracking-tight">
          All Backgrounds
        </h2>
        <p className="text-sm text-dim tabular-nums">{plural(backgrounds.length, "background")} in total</p>
      </div>
      {backgrounds.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Image />}
            title="No backgrounds yet"
            text="Upload a video or a picture above. Until then streams run on the plain default background."
          />
        </Card>
      ) : (
        <ul aria-label="Backgrounds" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {backgrounds.map((background) => (
            <BackgroundCard
              key={background.id}
              background={background}
              shownBy={shownByOf(background.id)}
              preparation={preparations?.get(background.id)}
              isPreparing={preparations?.has(background.id) ?? background.isPreparing}
              isPlaying={playingId === background.id}
              isActivating={activatingId === background.id}
              onPlay={() => setPlayingId(background.id)}
              onPause={() => setPlayingId((before) => (before === background.id ? null : before))}
              onActivate={() => setActive(background)}
              onEdit={() => setOpen({ dialog: "edit", background })}
              onDelete={() => setOpen({ dialog: "delete", background })}
            />
          ))}
        </ul>
      )}
      {open?.dialog === "activate" && open.ask(close)}
      {open?.dialog === "edit" && <EditDialog background={open.background} onClose={close} />}
      {open?.dialog === "delete" && <DeleteDialog background={open.background} onClose={close} />}
    </section>
  );
}
