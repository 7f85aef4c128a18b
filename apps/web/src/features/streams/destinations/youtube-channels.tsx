import type { StreamHead } from "@nightjar/contract";
import { Artwork, Button, Loading, Notice } from "@nightjar/ui";
import { useState } from "react";
import { complain, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

/** The channels of the account, of which one is chosen. */
export function YouTubeChannels({ stream }: { stream: StreamHead }) {
  const channels = trpc.youtube.channels.useQuery({ streamId: stream.id });
  const [chosen, setChosen] = useState<string | null>(null);
  const setUp = useVerb(trpc.youtube.setupStream, {
    failed: ["Stream Key Setup Failed", "The channel could not be set up"],
    done: ({ channelName }) => notify("Setup Complete!", channelName),
  });
  if (channels.isPending) return <Loading text="Reading channels..." className="py-4" />;
  if (channels.isError) {
    return (
      <Notice tone="bad">
        <p>{channels.error.message}</p>
        <Button size="sm" className="mt-2" onClick={() => void channels.refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (channels.data.length === 0) {
    return <Notice tone="warn">This Google account has no YouTube channel. Make one at www.youtube.com, then connect again.</Notice>;
  }
  const confirm = () => {
    if (chosen === null) return complain("Stream Key Setup Failed", "No channel selected.");
    setUp.run({ id: stream.id, channelId: chosen, channelName: channels.data.find(({ id }) => id === chosen)?.title });
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Channels" className="flex w-full flex-col gap-2">
        {channels.data.map(({ id, thumbnailUrl, title }) => (
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
