import type { Guide } from "../kernel/types.ts";

/** Draws guides as thin boxes below `parent`, which lies over the canvas; no component is drawn for them. */
export function createGuides(parent: HTMLElement): (guides: readonly Guide[], scale: number) => void {
  const lines: HTMLDivElement[] = [];
  const lineAt = (index: number): HTMLDivElement => {
    const known = lines[index];
    if (known !== undefined) return known;
    const line = parent.ownerDocument.createElement("div");
    line.className = "absolute left-0 top-0 origin-top-left bg-fuchsia-400 will-change-transform";
    line.dataset["guide"] = "";
    line.style.width = "1px";
    line.style.height = "1px";
    parent.append(line);
    lines.push(line);
    return line;
  };
  // What is said again unchanged would be computed again too.
  const write = (line: HTMLDivElement, name: "transform" | "opacity" | "visibility", value: string) => {
    if (line.style[name] !== value) line.style[name] = value;
  };
  return (guides, scale) => {
    for (const [index, guide] of guides.entries()) {
      const line = lineAt(index);
      write(line, "transform", placeOf(guide, scale));
      write(line, "opacity", guide.kind === "gap" ? "0.9" : "1");
      write(line, "visibility", "visible");
    }
    for (const line of lines.slice(guides.length)) write(line, "visibility", "hidden");
  };
}

/** A gap is a thicker line, so that it is not taken for an edge. */
function placeOf({ kind, axis, atPx, fromPx, toPx }: Guide, scale: number): string {
  const at = Math.round(atPx * scale);
  const from = Math.round(fromPx * scale);
  const length = Math.max(1, Math.round((toPx - fromPx) * scale));
  const thick = kind === "gap" ? 2 : 1;
  const isUpright = axis === "vertical";
  return isUpright
    ? `translate(${at}px, ${from}px) scale(${thick}, ${length})`
    : `translate(${from}px, ${at}px) scale(${length}, ${thick})`;
}
