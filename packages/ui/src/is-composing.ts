/** Keys that an input method takes: Enter and Escape end its conversion, and nothing else. Safari tells of the last one by its number alone. */
export const isComposing = (key: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean => key.isComposing || key.keyCode === 229;
