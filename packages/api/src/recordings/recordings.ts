import type { Logger, RecordingSource } from "@nightjar/contract";
import { Memo, backOffMs, whileWanted } from "@nightjar/kit";
import type { Catalogue, Clock, ForeignRecording } from "../ports.ts";

/** So long who looks one up waits for each, turns included: together less than the studio does, and MusicBrainz takes three calls, one a second. */
const WAITED_FOR_MS: Readonly<Record<Catalogue["name"], number>> = { deezer: 3500, musicbrainz: 6500, spotify: 3000 };
/** Of each service; a few hundred bytes each. */
const KEPT_MAX = 5000;
/** A service that fails is left alone for so long, so that many lookups in a row do not all wait for it. */
const REST = { firstMs: 5000, longestMs: 5 * 60_000 };

type Foreign = Exclude<RecordingSource, "library">;

export type FoundRecording =
  | { readonly is: "found"; readonly source: Foreign; readonly recording: ForeignRecording }
  /** Nobody knows it; `silent` did not answer, so that one of them may. */
  | { readonly is: "unknown"; readonly asked: readonly Foreign[]; readonly silent: readonly Foreign[] };

export interface SoughtLabel {
  readonly isrc: string;
  /** null: that is not known. */
  readonly durationMs: number | null;
}

export interface FoundLabel {
  readonly label: string | null;
  /** How many were asked and answered, and how many did not. */
  readonly answered: number;
  readonly silent: number;
}

export interface Recordings {
  /** Asks one after the other until one knows it. `isrc` as the library stores it; `durationMs` null: that is not known. */
  find(isrc: string, durationMs: number | null): Promise<FoundRecording>;
  /** The record label, of the services that know labels: asks one after the other until one names it, and waits for its turn as long as the signal says. */
  findLabel(sought: SoughtLabel, signal: AbortSignal): Promise<FoundLabel>;
}

/** What foreign services know: each with a deadline, its answers kept, and left alone for a while when it fails. */
export function createRecordings({ catalogues, clock, log }: RecordingsNeeds): Recordings {
  const sources = catalogues.map((catalogue) => createSource(catalogue, clock, log));
  return {
    async find(isrc, durationMs) {
      const asked: Foreign[] = [];
      const silent: Foreign[] = [];
      for (const source of sources) {
        if (!source.isOpen()) continue;
        const recording = await source.ask({ isrc, durationMs }, AbortSignal.timeout(WAITED_FOR_MS[source.name]));
        if (recording === "silent") silent.push(source.name);
        else if (recording) return { is: "found", source: source.name, recording };
        else asked.push(source.name);
      }
      return { is: "unknown", asked, silent };
    },
    async findLabel(sought, signal) {
      let [answered, silent] = [0, 0];
      // Of Spotify its albums are asked, by whoever reads a playlist.
      for (const source of sources.filter(({ name, isOpen }) => name !== "spotify" && isOpen())) {
        const recording = await source.ask(sought, signal);
        if (recording === "silent" || recording?.isPartial) silent++;
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

/** Who asked first waits no more: whoever else does asks again. */
class GivenUp extends Error {}

function createSource(catalogue: Catalogue, clock: Clock, log: Logger) {
  const { name } = catalogue;
  const keeps = (answer: ForeignRecording | null) => answer !== null && answer.isPartial !== true;
  const known = new Memo<string, ForeignRecording | null>({ most: KEPT_MAX, keeps });
  let failures = 0;
  let restsUntilMs = 0;

  const asked = async ({ isrc, durationMs }: SoughtLabel, signal: AbortSignal): Promise<ForeignRecording | null> => {
    try {
      const answer = await catalogue.find(isrc, signal, durationMs);
      failures = 0;
      return answer;
    } catch (error) {
      // That its turn did not come in time is ours, and says nothing of the service.
      if (signal.aborted) throw new GivenUp();
      restsUntilMs = clock.nowMs() + backOffMs(REST, failures++);
      log.warn({ err: error, service: name }, "a service that knows recordings did not answer");
      throw error;
    }
  };
  const ask = async (sought: SoughtLabel, signal: AbortSignal): Promise<ForeignRecording | "silent" | null> => {
    // A code may stand at several recordings, of which the length finds one.
    const which = `${sought.isrc} ${sought.durationMs ?? ""}`;
    if (!known.has(which) && clock.nowMs() < restsUntilMs) return "silent";
    try {
      return await whileWanted(
        known.of(which, () => asked(sought, signal)),
        signal,
      );
    } catch (error) {
      return error instanceof GivenUp && !signal.aborted ? ask(sought, signal) : "silent";
    }
  };
  return { name, isOpen: () => catalogue.isOpen(), ask };
}
