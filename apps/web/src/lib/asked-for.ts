import { createListeners } from "@nightjar/kit";

/** What lies over every screen when it is asked for: the commands, or the list of the keys. */
export type Asked = "commands" | "keys" | null;

const { subscribe, tell } = createListeners();
let asked: Asked = null;

/** Whoever has a button for it may ask; the studio's frame shows it. */
export const askedFor = {
  subscribe,
  snapshot: () => asked,
  ask(next: Asked) {
    asked = next;
    tell();
  },
};
