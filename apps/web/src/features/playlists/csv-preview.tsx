import { type EntryMatch, type PlaylistEntryInput, trackId, type TrackId } from "@nightjar/contract";
import { Badge, Notice, Select, type Tone } from "@nightjar/ui";
import { useMemo } from "react";
import { ScrollRows } from "../../layout/scroll-rows.tsx";
import { messageOf } from "../../lib/errors.ts";
import { plural } from "../../lib/format.ts";
import { isolated } from "../../lib/isolated.ts";
import type { ReadFile } from "./csv.ts";
import { countStandings, previewOrder, standingOf, type Decisions, type Standing } from "./preview.ts";

const ROW_PX = 76;
const SKIPPED_SHOWN = 5;
const NONE = "none";
const WORDS: Readonly<Record<Standing, readonly [word: string, tone: Tone]>> = {
  existing: ["In library", "good"],
  doubtful: ["Doubtful", "warn"],
  new: ["New", "neutral"],
};

type OnDecide = (at: number, trackId: TrackId | null | undefined) => void;

export interface CsvPreviewProps {
  read: ReadFile;
  /** undefined: it is not known yet. */
  matches: readonly EntryMatch[] | undefined;
  /** Why it is not known; null: nothing went wrong. */
  failure: unknown;
  decisions: Decisions;
  onDecide: OnDecide;
}

/** What a file holds, what of it could not be read, and what each track is in the library. */
export function CsvPreview({ read, matches, failure, decisions, onDecide }: CsvPreviewProps) {
  const { entries, skipped, columns, wrongCodes, isDecodedSurely } = read;
  const withCode = entries.filter(({ isrcCode }) => isrcCode).length - wrongCodes;
  const order = useMemo(() => previewOrder(entries.length, matches), [entries, matches]);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm text-soft">
        {plural(entries.length, "track")}, {withCode.toLocaleString("en")} with an ISRC code. Read from the columns {columns.join(", ")}.
      </p>
      {entries.length > 0 && <Standings matches={matches} failure={failure} decisions={decisions} />}
      {!isDecodedSurely && (
        <Notice tone="warn">
          The file is not UTF-8, and was read as Windows-1252. Look whether the names are right. If they are not, save the file as UTF-8 and
          choose it again.
        </Notice>
      )}
      {wrongCodes > 0 && (
        <Notice tone="warn">{plural(wrongCodes, "code")} cannot be an ISRC. Those tracks are found by title and artist.</Notice>
      )}
      {skipped.length > 0 && (
        <Notice tone="warn">
          {plural(skipped.length, "row is", "rows are")} left out:{" "}
          {skipped
            .slice(0, SKIPPED_SHOWN)
            .map(({ row, why }) => `row ${row}, ${why}`)
            .join("; ")}
          {skipped.length > SKIPPED_SHOWN && " and so on"}.
        </Notice>
      )}
      <ScrollRows
        count={order.length}
        rowPx={ROW_PX}
        keyOf={(index) => order[index] ?? index}
        label="Tracks of the file"
        className="max-h-80 overflow-y-auto rounded-lg border border-line"
      >
        {(index) => {
          const at = order[index] ?? index;
          const entry = entries[at];
          return entry && <Row at={at} entry={entry} match={matches?.[at]} decision={decisions.get(at)} onDecide={onDecide} />;
        }}
      </ScrollRows>
    </div>
  );
}

/** How many are in the library, are doubtful, and are new. */
function Standings({ matches, failure, decisions }: Pick<CsvPreviewProps, "matches" | "failure" | "decisions">) {
  if (failure !== null && failure !== undefined) {
    return <Notice tone="warn">It could not be compared with the library now, and is when you go on. {messageOf(failure, "")}</Notice>;
  }
  const counts = matches && countStandings(matches, decisions);
  return (
    <p role="status" className="text-sm tabular-nums">
      {counts
        ? `${counts.existing.toLocaleString("en")} in the library, ${counts.new.toLocaleString("en")} new` +
          (counts.doubtful > 0 ? `, ${counts.doubtful.toLocaleString("en")} doubtful: say which they are, now or later.` : ".")
        : "Comparing with the library..."}
    </p>
  );
}

interface RowProps {
  at: number;
  entry: PlaylistEntryInput;
  match: EntryMatch | undefined;
  decision: TrackId | null | undefined;
  onDecide: OnDecide;
}

function Row({ at, entry, match, decision, onDecide }: RowProps) {
  const [word, tone] = match ? WORDS[standingOf(match, decision)] : ["", "neutral" as const];
  return (
    <div role="listitem" className="flex h-19 items-center gap-3 border-b border-line px-3 text-sm">
      <span className="w-10 shrink-0 text-right text-dim tabular-nums max-sm:hidden">{at + 1}</span>
      <div className="min-w-0 flex-1">
        <p className="name-line text-soft">
          <bdi className="text-ink">{entry.title}</bdi> by <bdi>{entry.artist}</bdi>
        </p>
        {match && match.candidates.length > 0 ? (
          <Decision at={at} title={entry.title} match={match} decision={decision} onDecide={onDecide} />
        ) : (
          <p className="truncate text-xs text-dim">{match?.why ? `Found by ${match.why}` : entry.isrcCode}</p>
        )}
      </div>
      {match && <Badge tone={tone}>{word}</Badge>}
    </div>
  );
}

function Decision({
  at,
  title,
  match,
  decision,
  onDecide,
}: { at: number; title: string; match: EntryMatch } & Pick<RowProps, "decision" | "onDecide">) {
  const choose = (value: string) => onDecide(at, value === "" ? undefined : value === NONE ? null : trackId.parse(value));
  return (
    <Select
      aria-label={`What ${title} is in the library`}
      compact
      className="mt-1"
      value={decision === undefined ? "" : (decision ?? NONE)}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">Say which it is, now or later</option>
      {match.candidates.map((candidate) => (
        <option key={candidate.trackId} value={candidate.trackId}>
          {candidate.title} by {isolated(candidate.artist)}, {candidate.duration}: it has {candidate.why}
        </option>
      ))}
      <option value={NONE}>None of these: it is new</option>
    </Select>
  );
}
