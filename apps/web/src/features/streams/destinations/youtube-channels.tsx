import type { StreamHead } from "@nightjar/contract";
import { Artwork, Button, Notice } from "@nightjar/ui";
import { useState } from "react";
import { Reading } from "../../../layout/reading.tsx";
import { complain, complainOf, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

/** The channels of the account, of which one is chosen. */
export function YouTubeChannels({ stream }: { stream: StreamHead }) {
  return (
    <Reading loading="Reading channels..." failed="The channels could not be read" of={stream.id} className="py-4">
      <Choice stream={stream} />
    </Reading>
  );
}

/** Google is asked for them again where they come onto the screen later than that. */
const FRESH_MS = 10_000;

function Choice({ stream }: { stream: StreamHead }) {
  const [channels, { refetch }] = trpc.youtube.channels.useSuspenseQuery({ streamId: stream.id }, { staleTime: FRESH_MS });
  const [chosen, setChosen] = useState<string | null>(null);
  const setUp = useVerb(trpc.youtube.setupStream, {
    failed(error) {
      complainOf(error, ["Stream Key Setup Failed", "The channel could not be set up"]);
      // Somebody else may have connected another account.
      void refetch();
    },
    done: ({ channelName }) => notify("Setup Complete!", channelName),
  });
  if (channels.length === 0) {
    return <Notice tone="warn">This Google account has no YouTube channel. Make one at www.youtube.com, then connect again.</Notice>;
  }
  const confirm = () => {
    if (chosen === null) return complain("Stream Key Setup Failed", "No channel selected.");
    setUp.run({ id: stream.id, channelId: chosen, channelName: channels.find(({ id }) => id === chosen)?.title });
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Channels" className="flex w-full flex-col gap-2">
        {channels.map(({ id, thumbnailUrl, title }) => (
          <li key={id}>
            <label className="flex cursor-pointer items-center gap-3 rounded-xl border border-line p-3 has-checked:border-moon has-checked:bg-moon/10">
              <input type="radio" name="channel" className="size-4 accent-moon" checked={chosen === id} onChange={() => setChosen(id)} />
              <Artwork url={thumbnailUrl} className="size-9 rounded-full" />
              <span dir="auto" className="min-w-0 truncate text-sm font-medium">
                {title}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Button variant="primary" busy={setUp.isPending} onClick={confirm}>
        Confirm Channel &amp; Setup Stream
      </Button>
    </div>
  );
}
