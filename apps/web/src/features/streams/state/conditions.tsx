import type { OnAirCondition } from "@nightjar/contract";
import {
  CircleSlash,
  FileWarning,
  Film,
  Gauge,
  HardDrive,
  Hourglass,
  ImageOff,
  type LucideIcon,
  PlugZap,
  Square,
  TriangleAlert,
  Unplug,
  VolumeX,
} from "lucide-react";
import { sinceTime } from "../../../lib/format.ts";
import { serverNowMs } from "../../../lib/send.ts";
import { isNoticed } from "./trouble.ts";

const ICONS: Readonly<Record<string, LucideIcon>> = {
  silence: VolumeX,
  "black-picture": Square,
  "frozen-picture": Film,
  "picture-fallback": ImageOff,
  "render-behind": Hourglass,
  "render-capacity": Gauge,
  "disk-full": HardDrive,
  "cache-full": HardDrive,
  "track-skipped": FileWarning,
  "destination-refused": PlugZap,
  "destination-down": Unplug,
  "destination-slow": Gauge,
  "not-planned": CircleSlash,
  "destination-left-out": PlugZap,
} satisfies Readonly<Record<OnAirCondition["code"], LucideIcon>>;
/** Of a code that only a newer server knows: this page stays as it is for weeks. */
const OTHER = TriangleAlert;

const worstFirst = (conditions: readonly OnAirCondition[]) => conditions.toSorted((a, b) => Number(isNoticed(b)) - Number(isNoticed(a)));

/** What is wrong with what is sent, or with what is to be: one line each, with the time it began. */
export function Conditions({ conditions }: { conditions: readonly OnAirCondition[] }) {
  if (conditions.length === 0) return null;
  return (
    <ul aria-label="What needs attention" aria-live="polite" className="flex flex-col gap-2">
      {worstFirst(conditions).map((condition) => {
        const { code, text, since } = condition;
        const Icon = ICONS[code] ?? OTHER;
        const tone = isNoticed(condition) ? "border-bad/40 bg-bad/10 text-bad" : "border-warn/40 bg-warn/10 text-warn";
        return (
          <li key={code} className={`flex items-start gap-3 rounded-xl border px-4 py-2.5 text-sm ${tone}`}>
            <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 flex-1 text-ink">{text}</span>
            <time dateTime={since} className="mt-0.5 shrink-0 text-xs text-dim tabular-nums">
              <span className="sr-only">since </span>
              {sinceTime(since, serverNowMs())}
            </time>
          </li>
        );
      })}
    </ul>
  );
}

/** The first of them as one short line, for lists of streams. */
export function ConditionLine({ conditions }: { conditions: readonly OnAirCondition[] }) {
  const [first] = worstFirst(conditions);
  if (!first) return null;
  const Icon = ICONS[first.code] ?? OTHER;
  const others = conditions.length - 1;
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-warn">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">{first.text}</span>
      {others > 0 && (
        <span className="shrink-0 text-dim">
          <span className="sr-only">and </span>+{others}
          <span className="sr-only"> more</span>
        </span>
      )}
    </span>
  );
}
