import { type BackOff, coalesce, type SetTimer } from "@nightjar/kit";

/** As `coalesce`, told of which things the calls were. */
export function coalesceIds(
  run: (ids: ReadonlySet<string>) => void,
  rests: BackOff,
  setTimer: SetTimer = setTimeout,
): (id: string) => void {
  let ids = new Set<string>();
  const ask = coalesce(
    () => {
      const asked = ids;
      ids = new Set();
      run(asked);
    },
    rests,
    setTimer,
  );
  return (id) => {
    ids.add(id);
    ask();
  };
}
