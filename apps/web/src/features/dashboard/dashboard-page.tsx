import { HOURS_STREAMED_WHEN_LIVE } from "@nightjar/contract";
import { PageHeader, Stat } from "@nightjar/ui";
import { Clock, Eye, Music, Radio } from "lucide-react";
import { QueryError } from "../../layout/query-state.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { readUser } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { COUNT_ONLY } from "./load.ts";
import { NowOnAir } from "./now-on-air.tsx";
import { GettingStarted, QuickActions, RecentActivity } from "./static-cards.tsx";

const figure = (value: number | undefined) => (value === undefined ? "–" : value.toLocaleString("en"));

function Stats() {
  const tracks = trpc.tracks.list.useQuery(COUNT_ONLY);
  const streams = trpc.streams.list.useQuery();
  const settings = trpc.settings.get.useQuery();
  const failed = [tracks, streams, settings].find((query) => query.isError);
  const active = streams.data?.filter((stream) => stream.isLive).length;
  const views = streams.data?.reduce((sum, stream) => sum + stream.viewerCount, 0);
  const hours = settings.data && (settings.data.isLive ? HOURS_STREAMED_WHEN_LIVE : 0);
  if (failed) {
    const retry = () => void Promise.all([tracks, streams, settings].map((query) => query.refetch()));
    return <QueryError error={failed.error} fallback="The figures could not be read" onRetry={retry} className="py-4" />;
  }
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Stat label="Total Tracks" value={figure(tracks.data?.total)} icon={<Music />} />
      <Stat label="Active Streams" value={figure(active)} icon={<Radio />} />
      <Stat label="Stream Views" value={figure(views)} icon={<Eye />} />
      <Stat label="Hours Streamed" value={figure(hours)} icon={<Clock />} />
    </div>
  );
}

/** / and /dashboard */
export function DashboardPage() {
  usePageTitle("Dashboard");
  const email = readUser()?.email;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Welcome to Nightjar" subtitle={`Welcome, ${email === undefined || email === "" ? "User" : email}`} />
      <Stats />
      <NowOnAir />
      <QuickActions />
      <div className="grid gap-4 lg:grid-cols-2">
        <RecentActivity />
        <GettingStarted />
      </div>
    </div>
  );
}
