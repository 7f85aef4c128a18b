import { simulateQueue } from "./queue-simulation.ts";
import { lengthOf } from "./render-task.ts";

/** A picture that will be needed, and is not there yet. */
export interface Demand {
  /** Names it: the same picture asked for twice is rendered once. */
  readonly key: string;
  /** For people. */
  readonly label: string;
  readonly stream: string;
  /** When its item begins, on the clock of `nowMs`. */
  readonly dueAtMs: number;
  /** How long the unit is. */
  readonly playedMs: number;
  /** What it takes of the whole machine: its length by the measured speed. */
  readonly costMs: number;
  /** Something in its scene moves: it is as long as its track. */
  readonly isMoving: boolean;
}

export interface LatePicture {
  readonly label: string;
  readonly stream: string;
  readonly lateMs: number;
}

/** Whether the machine renders what is asked of it in time. */
export interface RenderForecast {
  readonly fits: boolean;
  readonly horizonMs: number;
  /** What is due within the horizon takes so much of it. */
  readonly askedMs: number;
  /** Of that, what moves. */
  readonly movingMs: number;
  /** The first by its due time of those that will be late; null: none will. */
  readonly firstLate: LatePicture | null;
  readonly lateCount: number;
}

export interface ForecastMachine {
  readonly nowMs: number;
  /** How many renders run at once. */
  readonly places: number;
  readonly horizonMs?: number | undefined;
}

const HOUR_MS = 60 * 60_000;

/** What is due already is lacking, which is told otherwise: it takes its time of the machine, and is not foretold to be late. */
export function forecastRenders(demands: readonly Demand[], { nowMs, places, horizonMs = HOUR_MS }: ForecastMachine): RenderForecast {
  const asked = soonestOfEach(demands.filter(({ dueAtMs }) => dueAtMs <= nowMs + horizonMs));
  const renders = asked.map(({ key, dueAtMs, costMs, ...unit }) => {
    return {
      lane: "air" as const,
      dueAtMs,
      key,
      render: lengthOf(unit.playedMs, unit.isMoving),
      isRunning: false,
      leftMs: costMs,
      leftToReadMs: 0,
    };
  });
  const ends = simulateQueue(renders, nowMs, places);
  const late = asked.flatMap((demand, index) => {
    const lateMs = (ends[index]?.completeAtMs ?? nowMs) - completeBy(demand);
    return demand.dueAtMs > nowMs && lateMs > 0 ? [{ label: demand.label, stream: demand.stream, lateMs }] : [];
  });
  const sum = (those: readonly Demand[]) => those.reduce((total, { costMs }) => total + costMs, 0);
  return {
    fits: late.length === 0,
    horizonMs,
    askedMs: sum(asked),
    movingMs: sum(asked.filter(({ isMoving }) => isMoving)),
    firstLate: late[0] ?? null,
    lateCount: late.length,
  };
}

/** By due time. */
function soonestOfEach(demands: readonly Demand[]): Demand[] {
  const soonest = new Map<string, Demand>();
  for (const demand of demands.toSorted((a, b) => a.dueAtMs - b.dueAtMs)) {
    if (!soonest.has(demand.key)) soonest.set(demand.key, demand);
  }
  return [...soonest.values()];
}

/** What is long is shown from its beginning on, and has its own length to be rendered to its end. */
function completeBy({ dueAtMs, playedMs, isMoving }: Demand): number {
  return lengthOf(playedMs, isMoving) === "long" ? dueAtMs + playedMs : dueAtMs;
}

/** null: it fits. */
export function forecastText(forecast: RenderForecast): string | null {
  const { fits, askedMs, horizonMs, movingMs, firstLate, lateCount } = forecast;
  if (fits || !firstLate) return null;
  const asked = `Pictures for ${horizonText(horizonMs)} need ${minutes(askedMs)} of rendering`;
  if (askedMs > horizonMs) return `${asked}; this machine makes ${Math.round(horizonMs / 60_000)}. ${helpText(movingMs > askedMs / 2)}`;
  const others = lateCount > 1 ? ` and ${lateCount - 1} more` : "";
  return `${asked}, too much of it at once: “${firstLate.label}”${others} will be late, by ${lengthText(firstLate.lateMs)} at first. ${helpText(movingMs > askedMs / 2)}`;
}

function helpText(isMoving: boolean): string {
  return isMoving
    ? "Templates without moving parts need a small part of that."
    : "Shorter background videos, a smaller profile or fewer streams at once need less.";
}

function horizonText(horizonMs: number): string {
  return horizonMs === HOUR_MS ? "the next hour" : `the next ${minutes(horizonMs)}`;
}

function lengthText(lengthMs: number): string {
  return lengthMs < 60_000 ? plural(Math.ceil(lengthMs / 1000), "second") : minutes(lengthMs);
}

function minutes(lengthMs: number): string {
  return plural(Math.ceil(lengthMs / 60_000), "minute");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
