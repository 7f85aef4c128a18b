import { createContext, useContext } from "react";

// Apart from the dragging itself: a list whose rows are never dragged needs no code for it.

/** Which row is dragged just now, from 0; null: none. */
export const DraggedIndex = createContext<number | null>(null);

/** A list that draws only what is shown keeps that row too, wherever it is scrolled to. */
export const useDraggedIndex = () => useContext(DraggedIndex);
