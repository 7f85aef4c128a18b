import type { KeyTable } from "../../../lib/keys.ts";

export const TRACKLIST_KEYS: KeyTable<"take-back"> = {
  of: "Tracklist",
  lines: [{ on: { "Mod+z": "take-back" }, does: "Take back the last step" }],
};

export type RowKey = "up" | "down" | "top" | "bottom" | "remove";

/** On the handle of an entry, which moves all chosen ones with it. */
export const ROW_KEYS: KeyTable<RowKey> = {
  of: "The handle of a track in the tracklist",
  lines: [
    { on: { ArrowUp: "up" }, does: "Move up" },
    { on: { ArrowDown: "down" }, does: "Move down" },
    { on: { Home: "top" }, does: "Move to the top" },
    { on: { End: "bottom" }, does: "Move to the bottom" },
    { on: { Delete: "remove", Backspace: "remove" }, does: "Remove" },
  ],
};
