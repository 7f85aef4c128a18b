import type { Stream } from "@nightjar/contract";
import { Button, Card, CardHeader, Lamp } from "@nightjar/ui";
import { notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { DestinationPanel } from "./destination-panel.tsx";
import { ExtraDestinations } from "./extra-destinations.tsx";

function YouTube({ stream }: { stream: Stream }) {
  const disconnect = useVerb(trpc.streams.update, {
    failed: ["Update Failed", "The channel could not be disconnected"],
    done: () => notify("Stream Disconnected", stream.title),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-sm font-medium">YouTube</p>
        <p className="flex items-center gap-2 text-sm text-dim">
          <Lamp tone={stream.youtubeConnected ? "good" : "neutral"} />
          {stream.youtubeConnected ? (stream.youtubeChannelName ?? "Connected") : "Not connected"}
        </p>
        {!stream.youtubeConnected && <p className="mt-1 text-sm text-dim">Connecting a Google account is not built yet.</p>}
      </div>
      {stream.youtubeConnected ? (
        <Button size="sm" busy={disconnect.isPending} onClick={() => disconnect.run({ id: stream.id, youtubeConnected: false })}>
          Disconnect
        </Button>
      ) : (
        <Button size="sm" disabled>
          Connect Google Account
        </Button>
      )}
    </div>
  );
}

/** Where the stream may go: a connected channel, or a destination given by hand. */
export function ConnectionCard({ stream }: { stream: Stream }) {
  return (
    <Card aria-labelledby="connection">
      <CardHeader
        id="connection"
        title="Connection"
        description="A stream goes live to its channel, to a destination of its own, or to several at once."
      />
      <div className="divide-y divide-line px-5">
        <YouTube stream={stream} />
        <DestinationPanel stream={stream} />
        <ExtraDestinations stream={stream} />
      </div>
    </Card>
  );
}
