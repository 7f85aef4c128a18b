/** "Night copy", then "Night copy 2": what a copy is called whose name nobody chose. */
export function copyName(name: string, taken: readonly string[]): string {
  const stem = `${name.replace(/ copy( \d+)?$/, "")} copy`;
  let candidate = stem;
  for (let number = 2; taken.includes(candidate); number += 1) candidate = `${stem} ${number}`;
  return candidate;
}
