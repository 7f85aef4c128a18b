import type { Logger, RecordingSource } from "@nightjar/contract";
import { Memo, backOffMs } from "@nightjar/kit";
import type { Catalogue, Clock, ForeignRecording } from "../ports.ts";

/** Together less than the studio waits for an answer, and MusicBrainz takes three calls, one a second. */
const ANSWERS_WITHIN_MS: Readonly<Record<Catalogue["name"], number>> = { deezer: 3000, musicbrainz: 6500, spotify: 3000 };
/** Of each service; a few hundred bytes each. */
const KEPT_MAX = 5000;
/** A service that fails is left alone for so long, so that many lookups in a row do not all wait for it. */
const REST = { firstMs: 5000, longestMs: 5 * 60_000 };

type Foreign = Exclude<RecordingSource, "library">;

export type FoundRecording =
  | { readonly is: "found"; readonly source: Foreign; readonly recording: ForeignRecording }
  /** Nobody knows it; `silent` did not answer, so that one of them may. */
  | { readonly is: "unknown"; readonly asked: readonly Foreign[]; readonly silent: readonly Foreign[] };

export interface FoundLabel {
  readonly label: string | null;
  /** How many were asked and answered, and how many did not. */
  readonly answered: number;
  readonly silent: number;
}

export interface Recordings {
  /** Asks one after the other until one knows it. `isrc` as the library stores it. */
  find(isrc: string): Promise<FoundRecording>;
  /** The record label, of the services that know labels: asks one after the other until one names it. */
  findLabel(isrc: string): Promise<FoundLabel>;
}

/** What foreign services know: each with a deadline, its answers kept, and left alone for a while when it fails. */
export function createRecordings({ catalogues, clock, log }: RecordingsNeeds): Recordings {
  const sources = catalogues.map((catalogue) => createSource(catalogue, clock, log));
  return {
    async find(isrc) {
      const asked: Foreign[] = [];
      const silent: Foreign[] = [];
      for (const source of sources) {
        if (!source.isOpen()) continue;
        const recording = await source.ask(isrc);
        if (recording === "silent") silent.push(source.name);
        else if (recording) return { is: "found", source: source.name, recording };
        else asked.push(source.name);
      }
      return { is: "unknown", asked, silent };
    },
    async findLabel(isrc) {
      let [answered, silent] = [0, 0];
      // Spotify has told what it knows of labels with the playlist.
      for (const source of sources.filter(({ name, isOpen }) => name !== "spotify" && isOpen())) {
        const recording = await source.ask(isrc);
        if (recording === "silent") silent++;
        else answered++;
        const label = recording === "silent" ? null : recording?.recordLabel;
        if (label) return { label, answered, silent };
      }
      return { label: null, answered, silent };
    },
  };
}

interface RecordingsNeeds {
  readonly catalogues: readonly Catalogue[];
  readonly clock: Clock;
  readonly log: Logger;
}

function createSource(catalogue: Catalogue, clock: Clock, log: Logger) {
  const { name } = catalogue;
  const known = new Memo<string, ForeignRecording | null>({ most: KEPT_MAX, keeps: (answer) => answer !== null });
  let failures = 0;
  let restsUntilMs = 0;

  const asked = async (isrc: string): Promise<ForeignRecording | null> => {
    const answer = await catalogue.find(isrc, AbortSignal.timeout(ANSWERS_WITHIN_MS[name]));
    failures = 0;
    return answer;
  };
  return {
    name,
    isOpen: () => catalogue.isOpen(),
    async ask(isrc: string): Promise<ForeignRecording | "silent" | null> {
      if (known.has(isrc)) return known.of(isrc, () => asked(isrc));
      if (clock.nowMs() < restsUntilMs) return "silent";
      try {
        return await known.of(isrc, () => asked(isrc));
      } catch (error) {
        restsUntilMs = clock.nowMs() + backOffMs(REST, failures++);
        log.warn({ err: error, service: name }, "a service that knows recordings did not answer");
        return "silent";
      }
    },
  };
}
