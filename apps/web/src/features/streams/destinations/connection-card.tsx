import type { Privacy, StreamHead } from "@nightjar/contract";
import { Card, CardHeader } from "@nightjar/ui";
import { laterPart } from "../../../layout/later-part.tsx";
import { DestinationPanel } from "./destination-panel.tsx";
import { ExtraDestinations } from "./extra-destinations.tsx";
import { YouTubeChannel } from "./youtube-channel.tsx";

const TakenBefore = laterPart(async () => (await import("../desk.ts")).TakenBefore, "Loading the last hour...", "div");
const ViewersBefore = laterPart(async () => (await import("../desk.ts")).ViewersBefore, null, "div");

/** Where the stream may go: a connected channel, or a destination given by hand. */
export function ConnectionCard({ stream, privacy }: { stream: StreamHead; privacy: Privacy | undefined }) {
  return (
    <Card aria-labelledby="connection">
      <CardHeader
        id="connection"
        title="Connection"
        description="A stream goes live to its channel, to a destination of its own, or to several at once."
      />
      <div className="divide-y divide-line px-5">
        <YouTubeChannel stream={stream} privacy={privacy} />
        <DestinationPanel stream={stream} />
        <ExtraDestinations stream={stream} />
        {/* Last, for they come later: nothing moves from under a finger. */}
        {stream.youtubeConnected && !stream.isLive && <ViewersBefore streamId={stream.id} />}
        {!stream.isLive && <TakenBefore streamId={stream.id} />}
      </div>
    </Card>
  );
}
