import { mean, median } from "../statistics.ts";
import { print } from "../tools.ts";
import type { Evening, Wish } from "./evening.ts";
import { type StreamFigures, figuresOf } from "./figures.ts";
import { type Ideal, idealOf } from "./ideal.ts";
import type { Render } from "./log.ts";
import { fallsOf, firstPasses, seconds, verdictsOf } from "./verdicts.ts";

/**
 * Prints what came of a run.
 * @param floorMs the first packets of as many sending programs by themselves
 * @returns whether all limits were kept
 */
export function report(evening: Evening, wish: Wish, floorMs: readonly number[]): boolean {
  const { seen, log, startedAtMs, startsWithinMs, notes } = evening;
  const streams = seen.map(figuresOf);
  const before = log.renders.filter(({ endedAtMs }) => endedAtMs < startedAtMs);
  const since = log.renders.filter(({ endedAtMs }) => endedAtMs >= startedAtMs);
  const there = wish.kind === "gone" ? [] : before;
  const ideal = idealOf(streams, { there, since, all: log.renders }, { workers: wish.workers, untilMs: wish.seconds * 1000 });
  print(`\n${wish.kind}, ${wish.isBusy ? "both cores busy with something else" : "nothing else to do"}: ${wish.seconds} s watched`);
  if (wish.kind === "cold" || wish.kind === "prepared") print(`  all started within ${startsWithinMs} ms`);
  for (const note of notes) print(`  ${note}`);
  printStreams(streams);
  printBoth("first packet of the sending programs alone", floorMs);
  printAll(streams, ideal);
  printRenders(before, since);
  printFalls(streams, ideal);
  printReasons(evening);
  for (const [trouble, times] of log.troubles) print(`  log: ${trouble} (${times})`);
  // After the cache has gone, all is rendered once more.
  const renders = wish.kind === "gone" ? since : log.renders;
  const verdicts = verdictsOf({ ...wish, streams, renders, ideal });
  for (const { text, isKept } of verdicts) print(`  ${isKept ? "pass" : "FAIL"}  ${text}`);
  return verdicts.every(({ isKept }) => isKept);
}

function printStreams(streams: readonly StreamFigures[]): void {
  print("  stream   first packet  first sound  (told)  own picture  (told)  below wanted  (told)  connections  holes");
  for (const figures of streams) {
    const times = [figures.firstPacketMs, figures.firstSoundMs, figures.toldSoundMs, figures.wantedMs, figures.toldWantedMs].map(seconds);
    const [packet = "", sound = "", toldSound = "", wanted = "", toldWanted = ""] = times;
    const columns = [
      ...[packet.padStart(12), sound.padStart(11), toldSound.padStart(7), wanted.padStart(11), toldWanted.padStart(7)],
      ...[percent(figures.below).padStart(12), percent(figures.toldBelow).padStart(7)],
      ...[String(figures.connections).padStart(11), String(figures.holes).padStart(6)],
    ];
    print(`  ${figures.act.name.padEnd(8)} ${columns.join("  ")}`);
  }
}

function printAll(streams: readonly StreamFigures[], ideal: Ideal): void {
  const both = (name: string, of: (figures: StreamFigures) => number) => printBoth(name, streams.map(of));
  both("first packet at the ingest", ({ firstPacketMs }) => firstPacketMs);
  both("first sound at the ingest", ({ firstSoundMs }) => firstSoundMs);
  both("wanted picture at the ingest", ({ wantedMs }) => wantedMs);
  both("wanted picture as the studio tells it", ({ toldWantedMs }) => toldWantedMs);
  print(`  ${"time below wanted, all streams".padEnd(44)} ${percent(mean(streams.map(({ below }) => below)))}`);
  const untrue = streams.reduce((sum, figures) => sum + figures.untrue, 0);
  const wrong = streams.reduce((sum, figures) => sum + figures.wrongTitles, 0);
  print(`  pictures told as wanted that were not ${untrue}, with another track's title ${wrong}`);
  const { lastWantedMs, lastWantedOfPicturesMs } = ideal;
  const without = `if sounds took no place ${seconds(lastWantedOfPicturesMs)}`;
  print(`  ${"ideal: last wanted picture".padEnd(44)} ${seconds(lastWantedMs)} (${without})`);
}

function printBoth(name: string, valuesMs: readonly number[]): void {
  print(`  ${name.padEnd(44)} median ${seconds(median(valuesMs)).padStart(8)}   last ${seconds(Math.max(...valuesMs)).padStart(8)}`);
}

function printRenders(before: readonly Render[], since: readonly Render[]): void {
  print("  rendered               before Start       since   median       in all   given up");
  const purposes = new Set([...before, ...since].map(({ purpose }) => purpose));
  for (const purpose of [...purposes].toSorted()) {
    const own = (renders: readonly Render[], isGivenUp: boolean) =>
      renders.filter((render) => render.purpose === purpose && render.isGivenUp === isGivenUp);
    const made = own(since, false);
    const tookMs = made.map((render) => render.tookMs);
    const usual = made.length === 0 ? "" : seconds(median(tookMs));
    const all = seconds(tookMs.reduce((sum, ms) => sum + ms, 0));
    const counts = `${String(own(before, false).length).padStart(12)} ${String(made.length).padStart(11)}`;
    print(`  ${purpose.padEnd(22)} ${counts} ${usual.padStart(8)} ${all.padStart(12)} ${String(own(since, true).length).padStart(10)}`);
  }
  const { count, distinct } = firstPasses(since);
  print(`  first passes of wanted pictures since Start ${count}, distinct ${distinct}`);
}

function printFalls(streams: readonly StreamFigures[], ideal: Ideal): void {
  const falls = fallsOf(streams, ideal);
  if (falls.length === 0) print("  no stream fell below its wanted picture after it was there");
  for (const { name, atMs, forMs, couldShow } of falls) {
    const why = couldShow ? "though it could have been there" : "while more was asked for than can be rendered";
    print(`  ${name} fell below its wanted picture at ${seconds(atMs)} for ${seconds(forMs)}, ${why}`);
  }
}

/** What the studio said while it showed less. */
function printReasons({ seen, startedAtMs }: Evening): void {
  const looks = seen.flatMap((one) => one.looks.filter(({ atMs }) => atMs >= startedAtMs && atMs < one.untilMs));
  const told = new Map<string, number>();
  for (const { state, level, reason } of looks) {
    const text = `${state}, ${level}${reason === null ? "" : `: ${reason}`}`;
    told.set(text, (told.get(text) ?? 0) + 1);
  }
  for (const [text, times] of [...told].toSorted(([, a], [, b]) => b - a))
    print(`  told ${percent(times / looks.length).padStart(7)}  ${text}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
