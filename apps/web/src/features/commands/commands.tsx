import { CommandBox } from "@nightjar/ui";
import { useState } from "react";
import { type Command, fitting, type Opened } from "./command.ts";
import { useStreamCommands } from "./use-stream-commands.tsx";
import { useStudioCommands } from "./use-studio-commands.tsx";
import { useTrackCommands } from "./use-track-commands.tsx";

/** Any page, stream, track, template and action, by a few letters of its name. Mounted while it is open, or what it opened is. */
export function Commands({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState("");
  const [opened, setOpened] = useState<{ readonly dialog: Opened } | null>(null);
  const streams = useStreamCommands();
  const studio = useStudioCommands();
  const tracks = useTrackCommands(query);
  // What the server finds comes later, and must not move what somebody is about to choose.
  const groups = [...fitting([...streams, ...studio], query), tracks.group].filter(({ entries }) => entries.length > 0);
  const choose = (command: Command) => {
    const dialog = command.run();
    if (dialog) setOpened({ dialog });
    else onClose();
  };
  const { note } = tracks;
  return (
    <>
      <CommandBox
        title="Commands"
        placeholder="Go to or do…"
        query={query}
        onQuery={setQuery}
        groups={groups}
        note={note && <p className={note.isBad ? "text-bad" : "text-dim"}>{note.text}</p>}
        whenEmpty={`Nothing fits “${query.trim()}”.`}
        onChoose={choose}
        onClose={onClose}
      />
      {opened?.dialog(onClose)}
    </>
  );
}
