import type { KeyTable } from "../lib/keys.ts";

/** On every screen of the studio. */
export const FRAME_KEYS: KeyTable<"commands" | "keys"> = {
  of: "Everywhere",
  lines: [
    { on: { "Mod+k": "commands" }, does: "Go to or do anything" },
    { on: { "?": "keys" }, does: "This list" },
  ],
};
