import type { Privacy, StreamHead } from "@nightjar/contract";
import { skipToken } from "@tanstack/react-query";
import { Radio } from "lucide-react";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import type { Command } from "./command.ts";
import { useAsOpened } from "./use-as-opened.ts";

/** Who may see it is said: on the card it is chosen. */
const OF_PRIVACY: readonly (readonly [privacy: Privacy, as: string])[] = [
  ["unlisted", "an unlisted"],
  ["private", "a private"],
  ["public", "a public"],
];

const awaitsStart = ({ youtubeConnected, isLive }: StreamHead): boolean => youtubeConnected && !isLive;
const look = { words: "YouTube channel Create Broadcast", icon: <Radio />, isMany: true } as const;

/** Makes the broadcast that the next Start uses of the stream on the screen, where none waits. */
export function useBroadcastCommands(stream: StreamHead | undefined): readonly Command[] {
  const asked = stream && awaitsStart(stream) ? stream : null;
  const told = trpc.youtube.status.useQuery(asked ? { streamId: asked.id } : skipToken);
  const status = useAsOpened(told);
  const { run: create } = useVerb(trpc.youtube.createStream, {
    failed: ["Stream Creation Failed", "Failed to create YouTube live stream", "always"],
    done: () => notify("Stream Created", "The next Start uses this broadcast."),
  });
  if (!asked || !status || status.streamUrl !== null) return [];
  const { id: streamId, title } = asked;
  return OF_PRIVACY.map(([privacy, as]) => ({
    ...{ id: `broadcast ${privacy} ${streamId}`, label: `Create ${as} broadcast of ${title}`, ...look },
    run: () => create({ streamId, privacy }),
  }));
}

/** Of all other streams it is not known whether one waits: a command leads to their card. */
export const broadcastOf = (stream: StreamHead, show: (id: string) => void): readonly Command[] =>
  awaitsStart(stream)
    ? [{ id: `broadcast ${stream.id}`, label: `Create a broadcast of ${stream.title}`, ...look, run: () => show(stream.id) }]
    : [];
