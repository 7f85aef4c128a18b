import type { StreamHead } from "@nightjar/contract";
import { CircleStop, ListStart, Play, SkipForward } from "lucide-react";
import { concernedBy, type SeveralAct } from "../streams/several/several.ts";
import type { Command, Commands } from "./command.ts";
import { SeveralDialog } from "./dialogs.ts";

const ACTS: Readonly<Record<SeveralAct, Omit<Command, "id" | "run">>> = {
  start: { label: "Start several streams", words: "all many go live on air", icon: <Play /> },
  stop: { label: "Stop several streams", words: "all many end off air", icon: <CircleStop /> },
  skip: { label: "Skip a track in several streams", words: "all many next", icon: <SkipForward /> },
  jump: { label: "Jump in several streams", words: "all many play track beginning", icon: <ListStart /> },
};

/** What can be done with more than one of the streams as they are. */
export function severalCommands(streams: readonly StreamHead[]): Commands {
  const possible = (["start", "stop", "skip", "jump"] as const).filter((act) => concernedBy(act, streams).length > 1);
  const entries = possible.map((act): Command => ({
    ...{ id: `several ${act}`, ...ACTS[act] },
    run: () => (close) => <SeveralDialog act={act} onClose={close} />,
  }));
  return { title: "Several streams", entries };
}
