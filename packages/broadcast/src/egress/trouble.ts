/** What is wrong with a destination: it says no, it cannot be sent to, or it takes less than the stream has. */
export type TroubleKind = "refused" | "down" | "slow";

export interface DestinationTrouble {
  readonly kind: TroubleKind;
  readonly host: string;
  readonly sentence: string;
}

/** One sentence for each kind, which names the host; where there are several, the first of them. */
export function tellTroubles(troubles: readonly DestinationTrouble[]): Map<TroubleKind, string> {
  const told = new Map<TroubleKind, string>();
  for (const { kind, host, sentence } of troubles) {
    if (told.has(kind)) continue;
    const others = troubles.filter((trouble) => trouble.kind === kind).length - 1;
    const more = others === 0 ? "" : ` The same holds for ${others === 1 ? "1 other destination" : `${others} other destinations`}.`;
    told.set(kind, `${host}: ${sentence}${more}`);
  }
  return told;
}

/** @param neededKbps what the stream has at present */
export function slowSentence(takenKbps: number, neededKbps: number): string {
  return `The destination is too slow: it takes ${megabits(takenKbps)} of ${megabits(neededKbps)} Mbit/s.`;
}

function megabits(kbps: number): string {
  return (kbps / 1000).toFixed(1);
}
