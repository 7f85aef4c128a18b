import { useEffect } from "react";

/** Notices stand over the empty ground below the canvas, not over the panel with the buttons that are pressed next. */
export function useNoticePlace(isWide: boolean, isFull: boolean): void {
  useEffect(() => {
    if (!isWide) return;
    const { style } = document.documentElement;
    style.setProperty("--notice-left", isFull ? "16.5rem" : "36.5rem");
    style.setProperty("--notice-bottom", "6.5rem");
    return () => {
      style.removeProperty("--notice-left");
      style.removeProperty("--notice-bottom");
    };
  }, [isWide, isFull]);
}
