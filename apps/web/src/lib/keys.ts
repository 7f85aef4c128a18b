/** As much of a KeyboardEvent as matters. */
export interface Key {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export interface KeyLine<Action> {
  /** What each chord does: "Mod+Shift+z", "Alt+ArrowUp", "?"; a key may be named by its place, as "BracketRight". `Mod` is Ctrl, and Cmd on a Mac. */
  readonly on: Readonly<Record<string, Action>>;
  readonly does: string;
}

/** What is done by the pointer or by the browser itself: told beside the keys, and handled by no table. */
export interface Gesture {
  readonly by: string;
  readonly does: string;
}

/** The keys of one place. What handles them asks the table, and the list on '?' is read off it, so that the list cannot be wrong. */
export interface KeyTable<Action = unknown> {
  readonly of: string;
  readonly lines: readonly (KeyLine<Action> | Gesture)[];
}

/** What a key does by this table; null: nothing. */
export function actionFor<Action>({ lines }: KeyTable<Action>, event: Key): Action | null {
  for (const chord of chordsOf(event))
    for (const line of lines) if ("on" in line && Object.hasOwn(line.on, chord)) return line.on[chord] ?? null;
  return null;
}

/** By its place first: on many keyboards a sign of ours needs a key that says something else here. */
function chordsOf({ key, code, shiftKey, altKey, ctrlKey, metaKey }: Key): readonly string[] {
  const held = `${ctrlKey || metaKey ? "Mod+" : ""}${altKey ? "Alt+" : ""}`;
  const shift = shiftKey ? "Shift+" : "";
  const isSign = key.length === 1;
  // A sign says by itself that it took Shift; beside another key its letter counts.
  const named = isSign && held === "" ? key : `${held}${shift}${isSign ? latinOf(key, code) : key}`;
  return [`${held}${shift}${code}`, named];
}

/** Where letters are Cyrillic, Greek, Hebrew or Arabic no key says K: the one that does on most keyboards is meant. AZERTY has its own places. */
function latinOf(sign: string, code: string): string {
  const letter = sign > "\u007f" ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? sign).toLowerCase();
}
