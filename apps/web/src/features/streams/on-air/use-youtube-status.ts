import type { StreamHead } from "@nightjar/contract";
import { trpc } from "../../../lib/trpc.ts";

/** undefined: not at YouTube, or not read yet. */
export function useYoutubeStatus({ id, youtubeConnected }: StreamHead) {
  const { data } = trpc.youtube.status.useQuery({ streamId: id }, { enabled: youtubeConnected });
  return youtubeConnected ? data : undefined;
}
