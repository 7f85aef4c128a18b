import type { Privacy, StreamHead } from "@nightjar/contract";
import { Button, ConfirmDialog, Lamp, Notice, Tip } from "@nightjar/ui";
import { useState } from "react";
import { openConsent } from "../../../lib/consent.ts";
import { laterPart } from "../../../layout/later-part.tsx";
import { WithLinks } from "../../../layout/with-links.tsx";
import { complain, notify } from "../../../lib/toast.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";

const YouTubeChannels = laterPart(async () => (await import("./youtube-channels.tsx")).YouTubeChannels, "Reading channels...", "div");

/** Leads through Google's page of consent; `again` where it was connected before. */
function Connect({ stream, again = false }: { stream: StreamHead; again?: boolean }) {
  const { channels } = trpc.useUtils().youtube;
  const [isAsking, setAsking] = useState(false);
  const connect = async () => {
    setAsking(true);
    try {
      await openConsent({
        askPath: `/api/auth/youtube/connect?streamId=${encodeURIComponent(stream.id)}`,
        success: "youtube-auth-success",
        connected() {
          notify("YouTube account connected", stream.youtubeConnected ? stream.title : "Choose a channel.");
          void channels.invalidate({ streamId: stream.id });
        },
      });
    } catch (error) {
      complain("Connection Failed", error instanceof Error ? error.message : undefined);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button size="sm" busy={isAsking} onClick={() => void connect()}>
      {again ? "Connect again" : "Connect Google Account"}
    </Button>
  );
}

interface DisconnectProps {
  stream: StreamHead;
  /** A broadcast was made for the next Start. */
  waits: boolean;
}

/** What is lost with it. An account whose channel was never chosen carries nothing. */
function Lost({ stream: { isLive, youtubeConnected, youtubeChannelName }, waits }: DisconnectProps) {
  if (!youtubeConnected) return <>To choose a channel, the Google account is to be connected anew.</>;
  if (isLive) return <>The stream is live: it goes off air everywhere, and its broadcast ends. Its address will not be live again.</>;
  return (
    <>
      {waits && "The broadcast that waits for the next Start is deleted at YouTube: its address will not be live. "}
      To go live on <bdi>{youtubeChannelName ?? "this channel"}</bdi> again, its Google account is to be connected and the channel chosen
      anew.
    </>
  );
}

function Disconnect({ stream, waits }: DisconnectProps) {
  const [isAsking, setAsking] = useState(false);
  const disconnect = useVerb(trpc.streams.update, {
    failed: ["Update Failed", "The channel could not be disconnected"],
    done: () => notify("Stream Disconnected", stream.title),
    shown: () => setAsking(false),
  });
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Disconnect"
        text={<Lost stream={stream} waits={waits} />}
        confirmLabel="Disconnect"
        busy={disconnect.isPending}
        onConfirm={() => disconnect.run({ id: stream.id, youtubeConnected: false })}
      />
    </>
  );
}

interface YouTubeChannelProps {
  stream: StreamHead;
  /** Chosen on the card of live broadcasting; undefined: nothing was. */
  privacy: Privacy | undefined;
}

/** Makes a broadcast before Start, so that its address can be told beforehand. */
function CreateBroadcast({ stream, privacy }: YouTubeChannelProps) {
  const create = useVerb(trpc.youtube.createStream, {
    failed: ["Stream Creation Failed", "Failed to create YouTube live stream", "always"],
    done: () => notify("Stream Created", "The next Start uses this broadcast."),
  });
  return (
    <Button size="sm" busy={create.isPending} onClick={() => create.run({ streamId: stream.id, privacy })}>
      Create Broadcast
    </Button>
  );
}

/** What all streams together asked of YouTube today. */
function Quota({ usedUnits, dayUnits }: { usedUnits: number; dayUnits: number }) {
  return (
    <Tip text="Counted here, for all streams together. It begins anew at midnight in California. At its end YouTube is asked no more, and the streams go on.">
      {/* By keyboard too. */}
      <p tabIndex={0} className="self-start rounded-sm text-sm text-dim tabular-nums">
        Quota used today: {usedUnits.toLocaleString("en")} of {dayUnits.toLocaleString("en")} units
      </p>
    </Tip>
  );
}

/** It grows by itself while a stream is live. */
const STATUS_EVERY_MS = 60_000;

/** A stream's channel: from no account over the choice of a channel to what is there at YouTube. */
export function YouTubeChannel({ stream, privacy }: YouTubeChannelProps) {
  const status = trpc.youtube.status.useQuery(
    { streamId: stream.id },
    { refetchInterval: stream.youtubeConnected ? STATUS_EVERY_MS : false },
  );
  const { account = "none", missing = null, notice = null, streamUrl = null, waitingPrivacy = null } = status.data ?? {};
  const isSetUp = stream.youtubeConnected;
  return (
    <section aria-label="YouTube channel" className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-medium">YouTube</p>
          <p className="flex items-center gap-2 text-sm text-dim">
            <Lamp tone={isSetUp ? (account === "lost" ? "bad" : "good") : "neutral"} />
            {isSetUp ? (stream.youtubeChannelName ?? "Connected") : account === "connected" ? "Choose a channel" : "Not connected"}
          </p>
          {streamUrl !== null && (
            <a href={streamUrl} target="_blank" rel="noreferrer" className="text-sm text-moon underline">
              {stream.isLive ? "View on YouTube" : streamUrl}
            </a>
          )}
          {account !== "none" && status.data && <Quota {...status.data.quota} />}
        </div>
        <div className="flex flex-wrap gap-2">
          {isSetUp && !stream.isLive && streamUrl === null && <CreateBroadcast stream={stream} privacy={privacy} />}
          {missing !== null && (
            <Button size="sm" disabled>
              Connect Google Account
            </Button>
          )}
          {/* What YouTube refuses may ask for it at any time, and Disconnect would end what is on air. */}
          {missing === null && status.data && <Connect stream={stream} again={account !== "none"} />}
          {(isSetUp || account !== "none") && <Disconnect stream={stream} waits={waitingPrivacy !== null} />}
        </div>
      </div>
      {status.isError && (
        <Notice tone="bad" className="mt-3">
          How the stream stands with YouTube could not be read.
        </Notice>
      )}
      {missing !== null && <p className="mt-1 text-sm text-dim">{missing}</p>}
      {notice !== null && (
        <Notice tone="warn" role="status" className="mt-3">
          <WithLinks text={notice} />
        </Notice>
      )}
      {!isSetUp && account === "connected" && (
        <div className="mt-3">
          <YouTubeChannels stream={stream} />
        </div>
      )}
    </section>
  );
}
