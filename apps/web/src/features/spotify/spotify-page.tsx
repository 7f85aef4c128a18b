import { Card, CardHeader, PageHeader } from "@nightjar/ui";
import { Reading } from "../../layout/reading.tsx";
import { sentenceOf } from "../../lib/activity-sentence.ts";
import { byWhom } from "../../lib/by-whom.ts";
import { relativeTime } from "../../lib/relative-time.ts";
import { useNow } from "../../lib/live/use-live.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { ConnectionCard } from "./connection-card.tsx";
import { OF_PLAYLISTS } from "./load.ts";
import { SpotifyPlaylists } from "./spotify-playlists.tsx";
import { SyncSettings } from "./sync-settings.tsx";

/** /spotify: the connected account, its playlists, and how often they are brought up to date. */
export function SpotifyPage() {
  usePageTitle("Spotify");
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Spotify" subtitle="Connection and playlists" />
      <Reading loading="Loading the connection..." failed="The connection could not be read">
        <Connected />
      </Reading>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <SyncSettings />
        <RecentActivity />
      </div>
    </div>
  );
}

function Connected() {
  const [status] = trpc.spotify.status.useSuspenseQuery();
  return (
    <>
      <ConnectionCard status={status} />
      {status.isConnected && (
        <Card aria-labelledby="spotify-playlists" className="pb-3">
          <CardHeader
            id="spotify-playlists"
            title="Your Playlists"
            description="Sync imports what is new, and fills in what the library does not know yet."
          />
          <Reading loading="Loading playlists..." failed="The playlists could not be read" of={JSON.stringify(status)}>
            <SpotifyPlaylists />
          </Reading>
        </Card>
      )}
    </>
  );
}

/** What was done with playlists of late. */
function RecentActivity() {
  const { data: own = [] } = trpc.activity.recent.useQuery(OF_PLAYLISTS);
  useNow(60_000);
  return (
    <Card aria-labelledby="spotify-activity" className="pb-5">
      <CardHeader id="spotify-activity" title="Recent Activity" />
      {own.length === 0 ? (
        <p className="px-5 pt-3 text-sm text-dim">Nothing was done with playlists lately.</p>
      ) : (
        <ul className="flex flex-col gap-3 px-5 pt-3">
          {own.map((activity) => (
            <li key={activity.id} className="text-sm">
              <p className="wrap-anywhere">{sentenceOf(activity)}</p>
              <p className="text-xs text-dim">
                {byWhom(activity)}, {relativeTime(activity.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
