interface Met<Name> {
  /** Changed by others, and not here: it simply follows. */
  readonly followed: readonly Name[];
  /** Changed on both sides. */
  readonly met: readonly Name[];
}

/** What others have changed since a form was filled. */
export function meet<Values extends object>(start: Values, values: Values, theirs: Values): Met<keyof Values> {
  const names = Object.keys(start) as (keyof Values)[];
  const changed = names.filter((name) => start[name] !== theirs[name]);
  const isFree = (name: keyof Values) => values[name] === start[name] || values[name] === theirs[name];
  return { followed: changed.filter(isFree), met: changed.filter((name) => !isFree(name)) };
}

/** `into`, with these of `from`. */
export const taking = <T extends object>(into: T, from: T, names: readonly (keyof T)[]): T =>
  names.reduce<T>((so, name) => ({ ...so, [name]: from[name] }), into);
