import { OVERLAY_NAME_MAX_LENGTH } from "@nightjar/contract";

/** "Night copy", then "Night copy 2": what a copy is called whose name nobody chose. One that would be too long loses the end of its stem. */
export function copyName(name: string, taken: readonly string[]): string {
  const stem = name.replace(/ copy( \d+)?$/, "");
  const named = (ending: string) => `${stem.slice(0, OVERLAY_NAME_MAX_LENGTH - ending.length).trimEnd()}${ending}`;
  let candidate = named(" copy");
  for (let number = 2; taken.includes(candidate); number += 1) candidate = named(` copy ${number}`);
  return candidate;
}
