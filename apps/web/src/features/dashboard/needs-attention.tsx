import type { Attention } from "@nightjar/contract";
import { Card, CardHeader } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { HardDrive, type LucideIcon, Radio, TriangleAlert, UserPlus, Wallpaper } from "lucide-react";
import { WithLinks } from "../../layout/with-links.tsx";
import { trpc } from "../../lib/trpc.ts";
import { ATTENTION_POLL_MS } from "./load.ts";

interface Look {
  readonly icon: LucideIcon;
  /** Where it can be mended; null: on the machine, or as the text says. */
  readonly place: { readonly to: "/backgrounds" | "/admin"; readonly label: string } | null;
}

const LOOKS: Readonly<Record<string, Look>> = {
  // Videos take up the most.
  "disk-full": { icon: HardDrive, place: { to: "/backgrounds", label: "Open Background Videos" } },
  service: { icon: TriangleAlert, place: null },
  broadcast: { icon: Radio, place: null },
  "background-copy": { icon: Wallpaper, place: { to: "/backgrounds", label: "Open Background Videos" } },
  "waiting-accounts": { icon: UserPlus, place: { to: "/admin", label: "Open Admin Dashboard" } },
} satisfies Readonly<Record<Attention["kind"], Look>>;
/** Of a kind that only a newer server knows: this page stays as it is for weeks. */
const OTHER: Look = { icon: TriangleAlert, place: null };

function Line({ kind, text }: Attention) {
  const { icon: Icon, place } = LOOKS[kind] ?? OTHER;
  return (
    <li className="flex gap-3 px-5 py-3 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <WithLinks text={text} />{" "}
        {place && (
          <Link to={place.to} className="font-medium underline underline-offset-4">
            {place.label}
          </Link>
        )}
      </p>
    </li>
  );
}

/** What waits for somebody beside the streams on air, which tell of themselves; nothing at all where all is well. */
export function NeedsAttention() {
  const { data = [], isError } = trpc.activity.attention.useQuery(undefined, { refetchInterval: ATTENTION_POLL_MS });
  if (data.length === 0 && !isError) return null;
  return (
    <Card aria-labelledby="needs-attention">
      <CardHeader id="needs-attention" title="Needs attention" />
      {isError && <p className="px-5 pt-3 pb-4 text-sm text-warn">What needs attention could not be read.</p>}
      {data.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {data.map((item) => (
            <Line key={item.text} {...item} />
          ))}
        </ul>
      )}
    </Card>
  );
}
