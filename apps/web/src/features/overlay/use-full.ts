import { useState } from "react";

const KEY = "overlayFillsWindow";

/** Whether the designer covers the menu too; kept in this browser. */
export function useFull(): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(() => localStorage.getItem(KEY) === "yes");
  const change = (next: boolean) => {
    if (next) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
    setFull(next);
  };
  return [isFull, change];
}
