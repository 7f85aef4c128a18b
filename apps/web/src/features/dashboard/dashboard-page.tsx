import { HOURS_STREAMED_WHEN_LIVE } from "@nightjar/contract";
import { PageHeader, Stat } from "@nightjar/ui";
import { Clock, Eye, Music, Radio } from "lucide-react";
import { Reading } from "../../layout/reading.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { readUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { COUNT_ONLY } from "./load.ts";
import { totalViewers } from "./total-viewers.ts";
import { NeedsAttention } from "./needs-attention.tsx";
import { NowOnAir } from "./now-on-air.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { GettingStarted, QuickActions } from "./static-cards.tsx";

interface Figures {
  readonly tracks?: number;
  readonly active?: number;
  readonly views?: number | undefined;
  readonly hours?: number;
}

const figure = (value: number | undefined) => (value === undefined ? "–" : value.toLocaleString("en"));

function Stats({ tracks, active, views, hours }: Figures) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Stat label="Total Tracks" value={figure(tracks)} icon={<Music />} />
      <Stat label="Active Streams" value={figure(active)} icon={<Radio />} />
      <Stat label="Stream Views" value={figure(views)} icon={<Eye />} />
      <Stat label="Hours Streamed" value={figure(hours)} icon={<Clock />} />
    </div>
  );
}

function CurrentStats() {
  const [{ total }] = trpc.tracks.list.useSuspenseQuery(COUNT_ONLY);
  const [streams] = trpc.streams.summaries.useSuspenseQuery();
  const [{ isLive }] = trpc.settings.get.useSuspenseQuery();
  return (
    <Stats
      tracks={total}
      active={streams.filter((stream) => stream.isLive).length}
      views={totalViewers(streams)}
      hours={isLive ? HOURS_STREAMED_WHEN_LIVE : 0}
    />
  );
}

/** / and /dashboard */
export function DashboardPage() {
  usePageTitle("Dashboard");
  const email = readUser()?.email;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Welcome to Nightjar" subtitle={`Welcome, ${email === undefined || email === "" ? "User" : email}`} />
      <Reading loading={<Stats />} failed="The figures could not be read" className="py-4">
        <CurrentStats />
      </Reading>
      <NeedsAttention />
      <NowOnAir />
      <QuickActions />
      <div className="grid gap-4 lg:grid-cols-2">
        <GettingStarted />
        <RecentActivity />
      </div>
    </div>
  );
}
