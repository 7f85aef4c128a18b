import type { TakenHour } from "@nightjar/contract";
import { bitrate } from "../../../lib/format.ts";

/** Of the chart, in steps and in shares of a hundred. */
export const CHART_HEIGHT = 100;
const HEADROOM = 1.15;
const ROUND = [1, 2, 2.5, 5, 10];

/** A round figure that lies above all of them, so that the chart need not jump with every step. */
export function topOf(kbps: TakenHour["kbps"]): number {
  const most = Math.max(1, ...kbps.map((step) => step ?? 0)) * HEADROOM;
  const power = 10 ** Math.floor(Math.log10(most));
  return power * (ROUND.find((factor) => factor * power >= most) ?? 10);
}

/** The outline of each stretch in which somebody looked, as an SVG path; gaps stay empty. */
export function chartPaths(kbps: TakenHour["kbps"], top: number): string[] {
  const paths: string[] = [];
  let path = "";
  const finish = (at: number) => {
    if (path !== "") paths.push(`${path} V${CHART_HEIGHT} Z`);
    path = "";
    return at;
  };
  for (const [at, step] of kbps.entries()) {
    if (step === null) {
      finish(at);
      continue;
    }
    const y = Math.round(CHART_HEIGHT * (1 - Math.min(step, top) / top) * 10) / 10;
    path = path === "" ? `M${at} ${CHART_HEIGHT} V${y} H${at + 1}` : `${path} V${y} H${at + 1}`;
  }
  finish(kbps.length);
  return paths;
}

/** What the chart shows, for who does not see it. */
export function takenWords({ kbps, stepMs }: TakenHour): string {
  const first = kbps.findIndex((step) => step !== null);
  const known = kbps.filter((step) => step !== null);
  if (first < 0) return "Nothing is known of the last hour yet";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const seconds = ((kbps.length - first) * stepMs) / 1000;
  const span = least === most ? bitrate(most) : `${least.toLocaleString("en")} to ${bitrate(most)}`;
  return `${span} taken over the last ${seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}`;
}
