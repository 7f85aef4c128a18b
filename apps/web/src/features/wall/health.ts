import type { OnAir, OnAirState, WallStream } from "@nightjar/contract";
import type { Tone } from "@nightjar/ui";
import { age } from "../../lib/format.ts";
import { isNoticed, youtubeTroubleOf } from "../streams/state/trouble.ts";
import { youtubeStanding } from "../streams/state/youtube-words.ts";

/** One line: how a stream is, and why. */
export interface Health {
  readonly tone: Tone;
  readonly text: string;
  /** How long ago its far ends were known to take what they are sent; null: nothing is claimed of them. */
  readonly evidence: string | null;
  /** What YouTube says beside that, and when it did; null: it is not sent to. */
  readonly youtube: { readonly text: string; readonly checkedAtMs: number | null } | null;
}

type Line = Pick<Health, "tone" | "text">;

const PLAIN = {
  off: { tone: "neutral", text: "Off air" },
  preparing: { tone: "moon", text: "Being prepared" },
  "on-air": { tone: "good", text: "On air" },
  reconnecting: { tone: "bad", text: "Reconnecting" },
  slate: { tone: "warn", text: "The slate is on air" },
  stopping: { tone: "neutral", text: "Stopping" },
  failed: { tone: "bad", text: "Failed" },
} satisfies Readonly<Record<OnAirState, Line>>;
const LINES: Readonly<Record<string, Line>> = PLAIN;
const SENT: ReadonlySet<OnAirState> = new Set(["on-air", "reconnecting", "slate"]);

/** @param look as it was told; `lookAgeMs` ago */
export function healthOf(onAir: OnAir | undefined, isLive: boolean, look: WallStream | undefined, lookAgeMs: number): Health {
  if (!onAir) return { ...PLAIN[isLive ? "preparing" : "off"], evidence: null, youtube: null };
  const { state, reason } = onAir;
  const youtube = youtubeOf(onAir);
  if (state === "off" && isLive) return { tone: "warn", text: reason ?? "Not on air, though it should be", evidence: null, youtube };
  return { ...lineOf(onAir), evidence: SENT.has(state) ? evidenceText(look, lookAgeMs) : null, youtube };
}

/** The worst that is known, else who takes it. */
function lineOf({ state, reason, conditions, destinations }: OnAir): Line {
  const worst = conditions.toSorted((a, b) => Number(isNoticed(b)) - Number(isNoticed(a)))[0];
  // One that only a newer server knows: this page stays as it is for weeks.
  const plain = LINES[state] ?? { tone: "warn", text: state };
  const tone = worst && isNoticed(worst) ? "bad" : plain.tone;
  if (worst && (state === "on-air" || reason === null)) return { tone: tone === "bad" ? tone : "warn", text: worst.text };
  if (reason !== null && reason !== "") return { tone, text: reason };
  if (state !== "on-air") return plain;
  const trouble = youtubeTroubleOf({ destinations });
  return trouble === null ? takers(destinations) : { tone: "warn", text: trouble };
}

/** Who takes what is sent: of several one may be cut off while the others go on. */
function takers(destinations: OnAir["destinations"]): Line {
  const [first, ...others] = destinations;
  if (!first) return { tone: "warn", text: "Nothing takes it" };
  const count = destinations.filter(({ state }) => state === "sending").length;
  const tone = count === destinations.length ? "good" : "warn";
  if (others.length === 0) return { tone, text: count === 1 ? `${first.host} takes it` : `${first.host} does not take it: ${first.state}` };
  const all = destinations.length;
  return {
    tone,
    text: count === all ? `${all} destinations take it` : `${count} of ${all} destinations ${count === 1 ? "takes" : "take"} it`,
  };
}

function youtubeOf({ destinations }: OnAir): Health["youtube"] {
  const said = destinations.find(({ youtube }) => youtube)?.youtube;
  if (!said) return null;
  return { text: youtubeStanding(said), checkedAtMs: said.checkedAt === null ? null : Date.parse(said.checkedAt) };
}

function evidenceText(look: WallStream | undefined, lookAgeMs: number): string | null {
  if (!look) return null;
  return look.evidenceAgeMs === null ? "never taken" : `taken ${age(look.evidenceAgeMs + lookAgeMs)}`;
}
