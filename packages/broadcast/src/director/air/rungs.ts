/** Which of what could be shown of a place, best first. */
export const RUNGS = ["wanted", "still-scene", "earlier", "background", "plain", "slate"] as const;
export type Rung = (typeof RUNGS)[number];

/** The pictures that are rendered for a place; the other rungs cost nothing. */
export const RENDERED_LEVELS = ["wanted", "still-scene", "background", "plain"] as const satisfies readonly Rung[];
export type RenderedLevel = (typeof RENDERED_LEVELS)[number];

/** What lies under the scene where the background itself could not be rendered: it stands still. */
export const PLAIN = { kind: "default" } as const;

/** Names a stretch of the air from when it is chosen, before the thread is told of it. */
export type PlaceId = number;
