import { backOffMs } from "@nightjar/kit";
import type { Air, Now, Place } from "./air.ts";
import { RENDERED_LEVELS, type RenderedLevel } from "./rungs.ts";

/** The machine may be better in a moment; where it is not, it is not to be kept busy by trying. */
const BACK_OFF = { firstMs: 5000, longestMs: 60_000 };

/** With a picture that the machine failed to make once more. */
export function failedByMachine({ retries }: Place, level: RenderedLevel, { atMs }: Now): Place["retries"] {
  const failures = retries[level]?.failures ?? 0;
  return { ...retries, [level]: { atMs: atMs + backOffMs(BACK_OFF, failures), failures: failures + 1 } };
}

/** Moments at which a picture is tried again, monotonic. */
export function retriesAtMs({ places }: Air): readonly number[] {
  return places.flatMap((place) => waiting(place).map(({ atMs }) => atMs));
}

/** What failed for the machine's sake is asked for again when its time has come. */
export function retryPictures(air: Air, { atMs }: Now): Air {
  const isDue = (place: Place) => waiting(place).some((retry) => retry.atMs <= atMs);
  if (!air.places.some(isDue)) return air;
  const again = (place: Place) => withoutFailed(place, (level) => (place.retries[level]?.atMs ?? Number.POSITIVE_INFINITY) <= atMs);
  return { ...air, places: air.places.map((place) => (isDue(place) ? again(place) : place)) };
}

/** The machine is better: nothing waits any longer. */
export function retryAtOnce(air: Air): Air {
  if (retriesAtMs(air).length === 0) return air;
  const again = (place: Place) => ({ ...withoutFailed(place, (level) => place.retries[level] !== undefined), retries: {} });
  return { ...air, places: air.places.map((place) => (waiting(place).length > 0 ? again(place) : place)) };
}

/** What failed at these levels is as if it had never been tried: it is wished for. */
export function withoutFailed(place: Place, isMeant: (level: RenderedLevel) => boolean): Place {
  const stands = { ...place.stands };
  for (const level of RENDERED_LEVELS) if (stands[level]?.is === "failed" && isMeant(level)) delete stands[level];
  return { ...place, stands };
}

function waiting({ stands, retries }: Place) {
  return RENDERED_LEVELS.flatMap((level) => (stands[level]?.is === "failed" ? (retries[level] ?? []) : []));
}
