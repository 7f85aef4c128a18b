import { describe, expect, test } from "vitest";
import { STAGE_KEYS } from "../src/features/overlay/kernel/keymap.ts";
import { LAYER_HANDLE_KEYS, LAYER_KEYS } from "../src/features/overlay/panels/layer-keys.ts";
import { ROW_KEYS, TRACKLIST_KEYS } from "../src/features/streams/tracklist/tracklist-keys.ts";
import { FRAME_KEYS } from "../src/layout/frame-keys.ts";
import { namesOf } from "../src/lib/key-names.ts";
import { actionFor, type Key, type KeyTable } from "../src/lib/keys.ts";
import { CHOICE_KEYS } from "../src/lib/use-chosen.ts";

const press = (key: string, held: Partial<Key> = {}): Key => ({
  ...{ key, code: "", shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...held,
});

const TABLE: KeyTable<string> = {
  of: "A test",
  lines: [
    { on: { "Mod+z": "undo" }, does: "Undo" },
    { on: { "Mod+Shift+z": "redo", "Mod+y": "redo" }, does: "Redo" },
    { on: { "?": "list" }, does: "List" },
    { on: { "+": "in" }, does: "Zoom in" },
    { on: { "]": "forward", BracketRight: "forward" }, does: "Forward" },
    { on: { "Shift+BracketRight": "front" }, does: "To the front" },
    { on: { "Alt+ArrowUp": "grow", "Alt+ArrowDown": "shrink", "Alt+ArrowLeft": "less", "Alt+ArrowRight": "more" }, does: "Resize" },
    { by: "Mod + wheel", does: "Zoom" },
  ],
};

describe("a key", () => {
  test.each([
    ["Ctrl and Z", press("z", { ctrlKey: true }), "undo"],
    ["Cmd and Z", press("z", { metaKey: true }), "undo"],
    ["Ctrl and Z with the letters locked large", press("Z", { ctrlKey: true }), "undo"],
    ["Ctrl, Shift and Z", press("Z", { ctrlKey: true, shiftKey: true }), "redo"],
    ["Ctrl and the Z of a Cyrillic keyboard", press("я", { code: "KeyZ", ctrlKey: true }), "undo"],
    ["Ctrl and the Z of a Greek keyboard", press("ζ", { code: "KeyZ", ctrlKey: true }), "undo"],
    ["Cmd and the Z of a Hebrew keyboard", press("\u05d6", { code: "KeyZ", metaKey: true }), "undo"],
    ["Ctrl, Shift and the Z of an Arabic keyboard", press("\u0626", { code: "KeyZ", ctrlKey: true, shiftKey: true }), "redo"],
    ["Ctrl and the Z of AZERTY, which lies elsewhere", press("z", { code: "KeyW", ctrlKey: true }), "undo"],
    ["a sign that takes Shift", press("?", { shiftKey: true, code: "Slash" }), "list"],
    ["the plus of any keyboard", press("+", { shiftKey: true, code: "Equal" }), "in"],
    ["a bracket by its sign", press("]"), "forward"],
    ["a bracket by its place", press("+", { code: "BracketRight" }), "forward"],
    ["the same with Shift", press("*", { code: "BracketRight", shiftKey: true }), "front"],
    ["Alt and an arrow", press("ArrowUp", { code: "ArrowUp", altKey: true }), "grow"],
  ])("%s does what its table says", (_name, event, action) => {
    expect(actionFor(TABLE, event)).toBe(action);
  });

  test.each([
    ["an arrow alone", press("ArrowUp", { code: "ArrowUp" })],
    ["a letter alone", press("z")],
    ["the same on a Cyrillic keyboard", press("я", { code: "KeyZ" })],
    ["what lies where others have the Z", press("w", { code: "KeyZ", ctrlKey: true })],
    ["with another one held", press("z", { ctrlKey: true, altKey: true })],
    ["a name that every object has", press("constructor")],
  ])("%s does nothing that no table says", (_name, event) => {
    expect(actionFor(TABLE, event)).toBeNull();
  });
});

test("the list names each key once, the four arrows together, and what a pointer does as it is written", () => {
  expect(TABLE.lines.map((line) => namesOf(line, "Cmd"))).toEqual([
    "Cmd + Z",
    "Cmd + Shift + Z, Cmd + Y",
    "?",
    "+",
    "]",
    "Shift + ]",
    "Alt + Arrow keys",
    "Cmd + wheel",
  ]);
});

test("no key of a screen is told twice, or hides another of the same place", () => {
  const places: readonly (readonly KeyTable[])[] = [
    [STAGE_KEYS, FRAME_KEYS],
    [TRACKLIST_KEYS, CHOICE_KEYS, FRAME_KEYS],
    [ROW_KEYS],
    [LAYER_KEYS],
    [LAYER_HANDLE_KEYS],
  ];
  for (const tables of places) {
    const lines = tables.flatMap((table) => table.lines.map((line) => ({ line, table })));
    const chords = lines.flatMap(({ line }) => ("on" in line ? Object.keys(line.on) : []));
    expect(chords.filter((chord, index) => chords.indexOf(chord) !== index)).toEqual([]);
    for (const table of tables) expect(new Set(table.lines.map(({ does }) => does)).size, table.of).toBe(table.lines.length);
  }
});
