import type { StreamHead, Track, TrackId } from "@nightjar/contract";
import { Headphones, Image, Layers, ListStart, Plus, PlugZap } from "lucide-react";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useChosen } from "../../lib/use-chosen.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { stepsAreSent } from "../streams/state/steps-are-sent.ts";
import type { Command } from "./command.ts";
import {
  AddToStreamDialog,
  AddTrackDialog,
  ChangeBackgroundDialog,
  EditStreamDialog,
  JumpDialog,
  ListeningDialog,
  SelectTemplateDialog,
} from "./dialogs.ts";
import { overStream } from "./over-stream.tsx";

interface OfStream {
  stream: StreamHead;
  onClose: () => void;
}

function Jump({ stream, onClose }: OfStream) {
  const jump = useVerb(trpc.streams.jump, {
    after: stepsAreSent,
    failed: ["Play Failed", "The track could not be put on air"],
    done: () => notify("Playing Next", stream.title),
  });
  const streams = [stream];
  return (
    <JumpDialog
      streams={streams}
      onClose={onClose}
      onJump={(_streams, itemIds) => {
        const itemId = itemIds.get(stream.id);
        if (itemId !== undefined) jump.run({ id: stream.id, itemId });
      }}
    />
  );
}

/** One track of the library, to the end of a stream that is chosen. */
export function TrackToStream({ track, onClose }: { track: Track; onClose: () => void }) {
  const chosen = useChosen<TrackId>([track.id]);
  return <AddToStreamDialog chosen={chosen} onClose={onClose} />;
}

/** Tracks go to the end: there is no row that they could stand under. */
const neverInserted = () => Promise.resolve("done" as const);

/** What a stream is made of and where it goes, to be chosen anew. */
export function contentOf(stream: StreamHead): readonly Command[] {
  const { id, title, isLive } = stream;
  const whenLive: readonly Command[] = [
    {
      ...{ id: `listen ${id}`, label: `Listen in to ${title}`, words: "hear watch see what is sent", icon: <Headphones /> },
      run: overStream(stream, (now, close) => <ListeningDialog stream={now} onClose={close} />),
    },
    {
      ...{ id: `jump ${id}`, label: `Jump to a track on ${title}`, words: "play now", icon: <ListStart /> },
      run: overStream(stream, (now, close) => <Jump stream={now} onClose={close} />),
    },
  ];
  const test: Command = {
    ...{ id: `test destinations ${id}`, label: `Test the destinations of ${title}`, words: "connection RTMP key", icon: <PlugZap /> },
    isMany: true,
    run: overStream(stream, (now, close) => <EditStreamDialog stream={now} part="destinations" onClose={close} />),
  };
  return [
    ...(isLive ? whenLive : [test]),
    {
      ...{ id: `add ${id}`, label: `Add tracks to ${title}`, words: "Add Track music song tracklist", icon: <Plus /> },
      run: overStream(stream, (now, close) => <AddTrackDialog stream={now} place={null} onInsert={neverInserted} onClose={close} />),
    },
    {
      ...{ id: `background ${id}`, label: `Change the background of ${title}`, words: "Change Background video picture", icon: <Image /> },
      run: overStream(stream, (now, close) => <ChangeBackgroundDialog stream={now} onClose={close} />),
    },
    {
      ...{ id: `template ${id}`, label: `Select a template for ${title}`, words: "Select Template overlay", icon: <Layers /> },
      run: overStream(stream, (now, close) => <SelectTemplateDialog stream={now} onClose={close} />),
    },
  ];
}
