import { readFileSync } from "node:fs";

/** A render as the studio's log tells of it. */
export interface Render {
  readonly endedAtMs: number;
  readonly tookMs: number;
  readonly purpose: string;
  readonly label: string;
  readonly key: string;
  readonly isGivenUp: boolean;
}

export interface LogFacts {
  readonly renders: readonly Render[];
  /** Messages of warnings and errors, and how often each came. */
  readonly troubles: ReadonlyMap<string, number>;
}

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly ms?: number;
  readonly purpose?: string;
  readonly label?: string;
  readonly key?: string;
  readonly what?: string;
}

const WARNING = 40;

/** @param limits what came after is left out, and of the troubles what came before */
export function readLog(path: string, limits: { readonly fromMs: number; readonly untilMs: number }): LogFacts {
  const { fromMs, untilMs } = limits;
  const renders: Render[] = [];
  const troubles = new Map<string, number>();
  for (const { level, time, msg, what, ms = 0, purpose = "unknown", label = "", key = "" } of linesOf(path)) {
    const endedAtMs = Date.parse(time);
    if (endedAtMs > untilMs) continue;
    const isGivenUp = msg === "unit given up";
    if (isGivenUp || msg === "unit rendered") renders.push({ endedAtMs, tookMs: ms, purpose, label, key, isGivenUp });
    const trouble = what === undefined ? msg : `${msg}: ${what}`;
    if (level >= WARNING && endedAtMs >= fromMs) troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
  }
  return { renders, troubles };
}

function linesOf(path: string): Line[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      // A line may have been cut off by the studio's violent end.
      if (!line.startsWith("{") || !line.endsWith("}")) return [];
      return [JSON.parse(line) as Line];
    });
}
