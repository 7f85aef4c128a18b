import type { Activity } from "@nightjar/contract";
import { Card, CardHeader } from "@nightjar/ui";
import { Layers, ListMusic, type LucideIcon, Moon, Music, Radio, Settings, Sparkles, Wallpaper } from "lucide-react";
import { relativeTime } from "../../lib/relative-time.ts";
import { useNow } from "../../lib/live/use-live.ts";
import { trpc } from "../../lib/trpc.ts";
import { sentenceOf } from "../../lib/activity-sentence.ts";
import { byWhom } from "../../lib/by-whom.ts";

/** By the room that an action is of. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  tracks: Music,
  streams: Radio,
  youtube: Radio,
  backgrounds: Wallpaper,
  overlays: Layers,
  playlists: ListMusic,
  spotify: ListMusic,
  settings: Settings,
};

const WELCOME = [
  { icon: Moon, title: "Welcome to Nightjar", text: "Your studio is ready to broadcast." },
  { icon: Music, title: "Build your library", text: "Upload tracks; their details are read from the files." },
  { icon: Sparkles, title: "Go live around the clock", text: "A stream repeats its tracklist until you press Stop." },
] as const;

interface LineProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

function Line({ icon: Icon, title, text }: LineProps) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-dim" />
      <div className="min-w-0">
        <p className="text-sm font-medium wrap-anywhere">{title}</p>
        <p className="text-sm wrap-anywhere text-dim">{text}</p>
      </div>
    </li>
  );
}

const iconOf = ({ action }: Activity) => ICONS[action.slice(0, action.indexOf("."))] ?? Sparkles;

/** What people did of late, above what a studio begins with. */
export function RecentActivity() {
  const { data = [], isError } = trpc.activity.recent.useQuery();
  useNow(60_000);
  return (
    <Card aria-labelledby="recent-activity">
      <CardHeader id="recent-activity" title="Recent Activity" />
      {isError && <p className="px-5 pt-4 text-sm text-warn">What people did of late could not be read.</p>}
      <ul className="flex flex-col gap-4 px-5 pt-4 pb-5">
        {data.map((done) => (
          <Line key={done.id} icon={iconOf(done)} title={sentenceOf(done)} text={`${byWhom(done)}, ${relativeTime(done.at)}`} />
        ))}
        {WELCOME.map((line) => (
          <Line key={line.title} {...line} />
        ))}
      </ul>
    </Card>
  );
}
