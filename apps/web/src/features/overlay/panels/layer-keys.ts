import type { KeyTable } from "../../../lib/keys.ts";

export const LAYER_KEYS: KeyTable<"up" | "down" | "rename"> = {
  of: "A layer in the list",
  lines: [
    { on: { "Alt+ArrowUp": "up", "Alt+ArrowDown": "down" }, does: "Move up or down" },
    { on: { F2: "rename" }, does: "Rename, as a double click does" },
  ],
};

export const LAYER_HANDLE_KEYS: KeyTable<"up" | "down"> = {
  of: "The handle of a layer",
  lines: [{ on: { ArrowUp: "up", ArrowDown: "down" }, does: "Move up or down" }],
};
