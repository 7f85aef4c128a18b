import { isolated } from "../../lib/isolated.ts";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "Night Shift, Harbour Radio and 3 more". */
export function named(titles: readonly string[], most: number): string {
  const left = titles.length - most;
  const shown = titles.slice(0, most).map(isolated);
  return list.format(left > 0 ? [...shown, `${left} more`] : shown);
}
