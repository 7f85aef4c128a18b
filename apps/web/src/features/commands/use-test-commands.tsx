import type { StreamHead } from "@nightjar/contract";
import { skipToken } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { trpc } from "../../lib/trpc.ts";
import { useTest } from "../watch/use-test.ts";
import type { Command } from "./command.ts";
import { useAsOpened } from "./use-as-opened.ts";

/** Starts or ends the test of the stream on the screen: of all others it is not known whether one runs, and a command leads to the page. */
export function useTestCommands(stream: StreamHead | undefined): readonly Command[] {
  const told = trpc.testStream.status.useQuery(stream ? { streamId: stream.id } : skipToken);
  const status = useAsOpened(told);
  const { start, stop } = useTest(stream?.title ?? "");
  if (!stream || !status) return [];
  const { id: streamId, title } = stream;
  const words = "Test Stream preview";
  return [
    status.isActive
      ? {
          ...{ id: `stop test ${streamId}`, label: `Stop the test of ${title}`, words, icon: <Square />, isMany: true },
          run: () => stop.run({ streamId }),
        }
      : {
          ...{ id: `start test ${streamId}`, label: `Start the test of ${title}`, words, icon: <Play />, isMany: true },
          run: () => start.run({ streamId }),
        },
  ];
}
