import { Badge, Button, Card, CardHeader, Notice, oncePressed } from "@nightjar/ui";
import { openConsent } from "../../lib/consent.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc, type Outputs } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { isRedirectTaken } from "./redirect.ts";

type Status = Outputs["spotify"]["status"];

/** What is missing before anybody can connect. */
function NotConfigured({ redirectUri }: Pick<Status, "redirectUri">) {
  return (
    <div className="flex flex-col gap-2 px-5 pt-3 text-sm text-soft">
      <p>Spotify is not set up in this studio yet. Whoever runs it does this once:</p>
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>Make an app at developer.spotify.com. Its owner needs a Premium account.</li>
        <li>
          Add this redirect address there: <code className="wrap-anywhere">{redirectUri}</code>
        </li>
        <li>
          Start the studio with <code>SPOTIFY_CLIENT_ID</code> set to the app's client ID.
        </li>
      </ol>
      <p>Until then, Playlist Sync imports playlists from CSV files.</p>
    </div>
  );
}

/** Whose playlists are read. */
export function ConnectionCard({ status }: { status: Status }) {
  const { isConfigured, isConnected, accountName, notice, redirectUri } = status;
  const disconnect = useVerb(trpc.spotify.disconnect, {
    failed: ["Error", "Spotify could not be disconnected"],
    done: () => notify("Spotify Disconnected", "Playlists and tracks that were imported stay."),
  });
  const connect = () =>
    void openConsent({
      askPath: "/api/auth/spotify/connect",
      success: "spotify-auth-success",
      connected: () => notify("Spotify Connected", "Your playlists are listed below."),
    }).catch((error: unknown) => complain("Error", error instanceof Error ? error.message : "Spotify could not be connected"));
  return (
    <Card aria-labelledby="spotify-connection" className="pb-5">
      <CardHeader
        id="spotify-connection"
        title="Spotify Connection"
        aside={<Badge tone={isConnected && notice === null ? "good" : "neutral"}>{isConnected ? "Connected" : "Not connected"}</Badge>}
      />
      {!isConnected && !isRedirectTaken(redirectUri) && (
        <Notice tone="warn" className="mx-5 mt-3">
          Spotify sends nobody back to {new URL(redirectUri).origin}: only to an https address, or to http://127.0.0.1. Whoever runs the
          studio sets <code>PUBLIC_URL</code> to such an address.
        </Notice>
      )}
      {!isConfigured && <NotConfigured redirectUri={redirectUri} />}
      {isConfigured && (
        <div className="flex flex-col gap-4 px-5 pt-3">
          {notice !== null && (
            <Notice tone="warn" role="alert">
              {notice}
            </Notice>
          )}
          <p className="text-sm text-soft">
            {isConnected
              ? `Connected as ${accountName ?? "a Spotify account"}.`
              : "Connect an account to read its playlists. Nightjar reads them only, and changes nothing there."}
          </p>
          <div className="flex flex-wrap gap-2">
            {(!isConnected || notice !== null) && (
              <Button variant="primary" onClick={oncePressed(connect)}>
                {isConnected ? "Connect Again" : "Connect Spotify"}
              </Button>
            )}
            {isConnected && (
              <Button busy={disconnect.isPending} onClick={() => disconnect.run()}>
                Disconnect
              </Button>
            )}
          </div>
        </div>
      )}
    </Card>
  );
}
