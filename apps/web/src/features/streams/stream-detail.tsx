import type { Privacy, StreamId, StreamSummary } from "@nightjar/contract";
import { Card, Tabs } from "@nightjar/ui";
import { getRouteApi } from "@tanstack/react-router";
import { use, useState } from "react";
import { LeaveGuard } from "../../layout/leave-guard.tsx";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { laterPart } from "../../layout/later-part.tsx";
import { Reading } from "../../layout/reading.tsx";
import { trpc } from "../../lib/trpc.ts";
import { ConnectionCard } from "./destinations/connection-card.tsx";
import { LiveCard } from "./on-air/live-card.tsx";
import { OnAirPanel } from "./on-air/on-air-panel.tsx";
import { StreamHeader } from "./header/stream-header.tsx";
import { DeletedNotice } from "./state/deleted-notice.tsx";
import { Deleted } from "./state/deleted.ts";
import type { SettingsPart } from "./state/settings-line.tsx";
import { TracklistTab } from "./tracklist/tracklist-tab.tsx";
import { useStream } from "./use-stream.ts";

const AsRunCard = laterPart(async () => (await import("./as-run/as-run-card.tsx")).AsRunCard, "Loading the log...");
const BackgroundTab = laterPart(
  async () => (await import("./background/background-tab.tsx")).BackgroundTab,
  "Loading the background...",
  "div",
);
const EditStreamDialog = laterDialog(async () => (await import("./settings/edit-stream-dialog.tsx")).EditStreamDialog);
const OverlaysTab = laterPart(async () => (await import("./overlays/overlays-tab.tsx")).OverlaysTab, "Loading the overlays...", "div");
const HistoryCard = laterPart(async () => (await import("./history/history-card.tsx")).HistoryCard, "Loading changes...");

const route = getRouteApi("/_studio/streaming");

function Tracklist({ id, onEdit }: { id: StreamId; onEdit: () => void }) {
  const [stream] = trpc.streams.get.useSuspenseQuery({ id });
  return <TracklistTab stream={stream} onEdit={onEdit} />;
}

export interface StreamDetailProps {
  /** The stream as the list knows it: shown until it is read whole. */
  summary: StreamSummary;
  onChoose: (id: string) => void;
}

/** The chosen stream: what it is, what airs, where to, and what of. */
export function StreamDetail({ summary, onChoose }: StreamDetailProps) {
  const chosen = useStream(summary);
  const { stream } = chosen;
  const search = route.useSearch();
  const { tab = "tracklist" } = search;
  const navigate = route.useNavigate();
  const [privacy, choosePrivacy] = useState<Privacy>();
  const [editing, edit] = useState<SettingsPart | null>(null);
  return (
    <div className="flex flex-col gap-4">
      {use(Deleted) && <DeletedNotice />}
      <StreamHeader stream={stream} onEdit={() => edit("name")} onChoose={onChoose} />
      <OnAirPanel stream={stream} tracks={chosen.withTracks?.tracks ?? []} />
      <LeaveGuard parameter="stream">
        <LiveCard stream={stream} privacy={privacy} onPrivacy={choosePrivacy} />
        <ConnectionCard stream={stream} privacy={privacy} />
      </LeaveGuard>
      <Card className="px-5 pt-2 pb-5">
        <Tabs
          label="Stream content"
          value={tab}
          onValueChange={(value) => void navigate({ search: { ...search, tab: value }, replace: true, resetScroll: false })}
          tabs={[
            {
              value: "tracklist",
              label: `Tracklist (${chosen.withTracks?.tracks.length ?? summary.trackCount})`,
              content: (
                <Reading loading="Loading tracks..." failed="The tracklist could not be read">
                  <Tracklist id={stream.id} onEdit={() => edit("sound")} />
                </Reading>
              ),
            },
            { value: "background", label: "Background", content: <BackgroundTab stream={stream} onEdit={() => edit("backgrounds")} /> },
            { value: "overlays", label: "Overlays", content: <OverlaysTab stream={stream} /> },
          ]}
        />
      </Card>
      <AsRunCard stream={stream} />
      <HistoryCard stream={stream} />
      {editing !== null && <EditStreamDialog stream={stream} part={editing} onClose={() => edit(null)} />}
    </div>
  );
}
