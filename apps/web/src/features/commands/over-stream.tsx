import type { StreamHead } from "@nightjar/contract";
import type { ReactNode } from "react";
import { trpc } from "../../lib/trpc.ts";
import type { Opened } from "./command.ts";

interface OfStreamProps {
  stream: StreamHead;
  children: (stream: StreamHead) => ReactNode;
}

/** The stream as it is by now: what was saved, and what somebody else started, shows in the dialog. One that was deleted stays as it was. */
function AsItIs({ stream, children }: OfStreamProps) {
  const { data: streams } = trpc.streams.summaries.useQuery();
  return children(streams?.find(({ id }) => id === stream.id) ?? stream);
}

/** A command's dialog over a stream. */
export const overStream =
  (stream: StreamHead, dialog: (stream: StreamHead, close: () => void) => ReactNode): (() => Opened) =>
  () =>
  (close) => <AsItIs stream={stream}>{(now) => dialog(now, close)}</AsItIs>;
