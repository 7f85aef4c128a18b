import type { OnAir, OnAirState, WallStream } from "@nightjar/contract";
import type { Tone } from "@nightjar/ui";
import { age, plural } from "../../lib/format.ts";
import { isNoticed } from "../streams/state/trouble.ts";

/** One line: how a stream is, and why. */
export interface Health {
  readonly tone: Tone;
  readonly text: string;
  /** How long ago its far ends were known to take what they are sent; null: nothing is claimed of them. */
  readonly evidence: string | null;
}

const PLAIN: Readonly<Record<OnAirState, { readonly tone: Tone; readonly text: string }>> = {
  off: { tone: "neutral", text: "Off air" },
  preparing: { tone: "moon", text: "Being prepared" },
  "on-air": { tone: "good", text: "On air" },
  reconnecting: { tone: "bad", text: "Reconnecting" },
  slate: { tone: "warn", text: "The slate is on air" },
  stopping: { tone: "neutral", text: "Stopping" },
  failed: { tone: "bad", text: "Failed" },
};
const SENT: ReadonlySet<OnAirState> = new Set(["on-air", "reconnecting", "slate"]);

/** @param look as it was told; `lookAgeMs` ago */
export function healthOf(onAir: OnAir | undefined, isLive: boolean, look: WallStream | undefined, lookAgeMs: number): Health {
  if (!onAir) return { ...PLAIN[isLive ? "preparing" : "off"], evidence: null };
  const { state, reason, conditions, destinations } = onAir;
  if (state === "off" && isLive) return { tone: "warn", text: reason ?? "Not on air, though it should be", evidence: null };
  const evidence = SENT.has(state) ? evidenceText(look, lookAgeMs) : null;
  const worst = conditions.toSorted((a, b) => Number(isNoticed(b)) - Number(isNoticed(a)))[0];
  const plain = PLAIN[state];
  const tone = worst && isNoticed(worst) ? "bad" : plain.tone;
  if (worst && (state === "on-air" || reason === null)) return { tone: tone === "bad" ? tone : "warn", text: worst.text, evidence };
  if (reason !== null && reason !== "") return { tone, text: reason, evidence };
  if (state !== "on-air") return { ...plain, evidence };
  const [first, ...others] = destinations;
  const text = first && others.length === 0 ? `${first.host} takes it` : `${plural(destinations.length, "destination")} take it`;
  return { tone: "good", text, evidence };
}

function evidenceText(look: WallStream | undefined, lookAgeMs: number): string | null {
  if (!look) return null;
  return look.evidenceAgeMs === null ? "never taken" : age(look.evidenceAgeMs + lookAgeMs);
}
