/** A figure in equal steps of time, oldest first; null: it is not known. */
export type Steps = readonly (number | null)[];

/** Of the chart, in steps and in shares of a hundred. */
export const CHART_HEIGHT = 100;
const HEADROOM = 1.15;
const ROUND = [1, 2, 2.5, 5, 10];

/** A round whole figure that lies above all of them, so that the chart need not jump with every step. */
export function topOf(steps: Steps): number {
  const most = Math.max(1, ...steps.map((step) => step ?? 0)) * HEADROOM;
  const power = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(power * (ROUND.find((factor) => factor * power >= most) ?? 10));
}

/** The outline of each stretch that is known, as an SVG path; gaps stay empty. */
export function chartPaths(steps: Steps, top: number): string[] {
  const paths: string[] = [];
  let path = "";
  const finish = () => {
    if (path !== "") paths.push(`${path} V${CHART_HEIGHT} Z`);
    path = "";
  };
  for (const [at, step] of steps.entries()) {
    if (step === null) {
      finish();
      continue;
    }
    const y = Math.round(CHART_HEIGHT * (1 - Math.min(step, top) / top) * 10) / 10;
    path = path === "" ? `M${at} ${CHART_HEIGHT} V${y} H${at + 1}` : `${path} V${y} H${at + 1}`;
  }
  finish();
  return paths;
}

/** From the least to the most of what is known; null: nothing is. */
export function extentOf(steps: Steps): readonly [least: number, most: number] | null {
  const known = steps.filter((step) => step !== null);
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}
