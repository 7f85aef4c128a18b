import type { StreamHead, StreamId } from "@nightjar/contract";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { CircleStop, Copy, Download, FlaskConical, Pencil, Play, Radio, RefreshCw, SkipForward, Trash2 } from "lucide-react";
import { textOf, fieldsOf } from "../../lib/shape.ts";
import { trpc } from "../../lib/trpc.ts";
import { heardOn, useSkip, useUpdateContent } from "../streams/state/use-air-changes.ts";
import { useStartStop } from "../streams/state/use-start-stop.ts";
import type { Command, Commands } from "./command.ts";
import { contentOf } from "./content-commands.tsx";
import { DeleteStreamDialog, DuplicateStreamDialog, EditStreamDialog, StopDialog } from "./dialogs.ts";
import { overStream } from "./over-stream.tsx";
import { settingsOf } from "./settings-commands.tsx";
import { severalCommands } from "./several-commands.tsx";
import { useAsOpened } from "./use-as-opened.ts";
import { broadcastOf, useBroadcastCommands } from "./use-broadcast-commands.tsx";
import { useLeftOutCommands } from "./use-left-out-commands.tsx";
import { useTestCommands } from "./use-test-commands.tsx";

interface StreamActs {
  readonly open: (id: string) => void;
  readonly test: (id: string) => void;
  readonly start: (id: StreamId) => void;
  readonly stop: (id: StreamId) => void;
  readonly skip: (id: StreamId) => void;
  readonly update: (id: StreamId) => void;
}

/** All of it, as the browser fetches it; its cookie says who asks. */
function downloadLog(id: StreamId): void {
  const link = document.createElement("a");
  link.href = `/api/streams/${id}/as-run?format=csv`;
  link.download = "";
  link.click();
}

/** What can be done to a stream as it is: a stream on air is not started, one without a way out neither. */
function actionsOn(stream: StreamHead, acts: StreamActs): readonly Command[] {
  const { id, title, isLive, connected } = stream;
  const of = (name: string, command: Omit<Command, "id" | "detail">): Command => ({ id: `${name} ${id}`, words: "stream", ...command });
  const stop = of("stop", {
    label: `Stop ${title}`,
    words: "stream live off air end",
    icon: <CircleStop />,
    run: overStream(stream, (now, close) => {
      const confirm = () => {
        close();
        acts.stop(id);
      };
      return <StopDialog stream={now} onStop={confirm} onClose={close} />;
    }),
  });
  const start = of("start", { label: `Start ${title}`, words: "stream go live on air", icon: <Play />, run: () => acts.start(id) });
  const whenLive = [
    stop,
    of("skip", { label: `Skip the track on ${title}`, words: "next", icon: <SkipForward />, run: () => acts.skip(id) }),
    of("update", { label: `Update what ${title} airs`, words: "Update Live Stream", icon: <RefreshCw />, run: () => acts.update(id) }),
  ];
  return [
    ...(isLive ? whenLive : connected ? [start] : []),
    of("edit", {
      ...{ label: `Edit ${title}`, icon: <Pencil /> },
      run: overStream(stream, (now, close) => <EditStreamDialog stream={now} onClose={close} />),
    }),
    of("test", { label: `Test ${title}`, words: "test stream preview start stop", icon: <FlaskConical />, run: () => acts.test(id) }),
    of("log", {
      ...{ label: `Download the log of ${title} as CSV`, words: "as-run aired", icon: <Download />, isMany: true },
      run: () => downloadLog(id),
    }),
    of("duplicate", {
      ...{ label: `Duplicate ${title}`, words: "copy stream", icon: <Copy /> },
      run: overStream(stream, (now, close) => <DuplicateStreamDialog stream={now} onClose={close} onDuplicated={acts.open} />),
    }),
    of("delete", {
      ...{ label: `Delete ${title}`, words: "remove stream", icon: <Trash2 /> },
      run: overStream(stream, (now, close) => <DeleteStreamDialog stream={now} onClose={close} />),
    }),
    ...contentOf(stream),
    ...settingsOf(stream),
  ];
}

/** The streams, and what can be done to each; those of the stream on the screen stand first. */
export function useStreamCommands(): readonly Commands[] {
  const summaries = trpc.streams.summaries.useQuery();
  const streams = useAsOpened(summaries) ?? [];
  const navigate = useNavigate();
  const chosenId = useRouterState({ select: ({ location }) => textOf(fieldsOf(location.search)["stream"]) });
  const { start, stop } = useStartStop((id) => streams.find((stream) => stream.id === id)?.title ?? "");
  const { run: skip } = useSkip();
  const { run: update } = useUpdateContent();
  const acts: StreamActs = {
    open: (id) => void navigate({ to: "/streaming", search: { stream: id } }),
    test: (id) => void navigate({ to: "/test-stream", search: { stream: id } }),
    start: (id) => start({ id }),
    stop,
    skip: (id) => skip(heardOn(id)),
    update,
  };
  const chosen = streams.find(({ id }) => id === chosenId);
  const testing = useTestCommands(chosen);
  const broadcasting = useBroadcastCommands(chosen);
  const leftOut = useLeftOutCommands(streams);
  const showConnection = (id: string) => void navigate({ to: "/streaming", search: { stream: id }, hash: "connection" });
  const others = streams
    .filter((stream) => stream !== chosen)
    .flatMap((stream) => [...actionsOn(stream, acts), ...broadcastOf(stream, showConnection)]);
  return [
    { title: "The stream on the screen", entries: chosen ? [...actionsOn(chosen, acts), ...testing, ...broadcasting] : [] },
    {
      title: "Streams",
      entries: streams.map((stream) => ({
        ...{ id: `stream ${stream.id}`, label: stream.title, icon: <Radio />, words: "stream open go to" },
        detail: stream.isLive ? "On air" : (stream.channelName ?? undefined),
        run: () => acts.open(stream.id),
      })),
    },
    severalCommands(streams),
    leftOut,
    { title: "What streams can do", entries: others.map((command) => ({ ...command, isMany: true })) },
  ];
}
