import { SAMPLE_POLL_MS, type SampleChannel as Sample, type StreamId, TEST_STATUS_POLL_MS } from "@nightjar/contract";
import { Button, Loading, ProgressBar } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { Play, Sparkles, Trash2, X } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { Reading } from "../../layout/reading.tsx";
import { detailsOf } from "../../lib/errors.ts";
import { type Complaint, complainOf } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { Blocked, PlayButton, SoundButton, Unsupported } from "../watch/in-other-words.tsx";
import { Screen } from "../watch/screen.tsx";
import { useTest } from "../watch/use-test.ts";
import { useWatching } from "../watch/use-watching.ts";
import { useWhenOver } from "../watch/use-when-over.ts";

const RemoveSampleDialog = laterDialog(async () => (await import("./remove-sample-dialog.tsx")).RemoveSampleDialog);

/** A stream that Nightjar makes by itself, to be seen and heard before anybody has brought anything. */
export function SampleChannel() {
  return (
    <Reading loading={null} failed="The sample channel could not be read" className="py-6">
      <Channel />
    </Reading>
  );
}

function Channel() {
  const utils = trpc.useUtils();
  const [data] = trpc.sample.status.useSuspenseQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.state === "making" ? SAMPLE_POLL_MS : false),
  });
  const [isAsked, setAsked] = useState(false);
  const tell = (sample: Sample) => utils.sample.status.setData(undefined, sample);
  const make = useVerb(trpc.sample.make, {
    failed: ["Error", "The sample channel could not be made"],
    done(sample) {
      // Whoever has it made wants to see it.
      setAsked(true);
      tell(sample);
    },
  });
  const { state, streamId } = data;
  const isShown = state === "making" || state === "ready";
  const leave = () => setAsked(false);
  useWhenOver(isShown, leave);
  return (
    <section aria-label="Sample channel" className="mx-5 mt-4 rounded-xl border border-line bg-raised p-4">
      {(state === "none" || state === "partly") && <Offer sample={data} busy={make.isPending} onMake={() => make.run()} onTold={tell} />}
      {isShown && streamId !== null && (
        <Shown sample={data} streamId={streamId} atOnce={isAsked} onAsked={() => setAsked(true)} onOver={leave} />
      )}
      {state === "making" && <Making sample={data} onTold={tell} />}
      {state === "ready" && streamId !== null && <Ready sample={data} streamId={streamId} onTold={tell} />}
    </section>
  );
}

interface Telling {
  readonly onTold: (sample: Sample) => void;
}

interface OfferProps extends Telling {
  readonly sample: Sample;
  readonly busy: boolean;
  readonly onMake: () => void;
}

function Offer({ sample, busy, onMake, onTold }: OfferProps) {
  const isPartly = sample.state === "partly";
  return (
    <>
      <p className="text-sm font-medium">{isPartly ? "The sample channel is not complete" : "See and hear it first"}</p>
      <p className="mt-1 text-sm text-dim">Three songs, a night sky and an overlay, made on this machine and shown to nobody else.</p>
      {sample.reason !== null && <Reason text={sample.reason} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={onMake}>
          <Sparkles aria-hidden />
          {sample.reason !== null || isPartly ? "Try Again" : "Make a Sample Channel"}
        </Button>
        {isPartly && <Remove sample={sample} onTold={onTold} />}
      </div>
    </>
  );
}

function Making({ sample, onTold }: Telling & { readonly sample: Sample }) {
  const cancel = useVerb(trpc.sample.cancel, { failed: ["Error", "The sample channel could not be cancelled"], done: onTold });
  return (
    <>
      <p className="mt-3 truncate text-sm text-dim first:mt-0">{sample.step}</p>
      <ProgressBar label="Sample channel" value={sample.progress} className="mt-2" />
      <Button size="sm" className="mt-3" busy={cancel.isPending} onClick={() => cancel.run()}>
        <X aria-hidden />
        Cancel
      </Button>
    </>
  );
}

const Reason = ({ text }: { readonly text: string }) => (
  <p role="alert" className="mt-2 text-sm text-bad">
    {text}
  </p>
);

interface ShownProps {
  readonly sample: Sample;
  readonly streamId: StreamId;
  /** It was made or started here and now. */
  readonly atOnce: boolean;
  readonly onAsked: () => void;
  /** What is played next is nobody's wish here. */
  readonly onOver: () => void;
}

/** What is sent, from the first song on: the others are made while it plays. */
function Shown({ sample, streamId, atOnce, onAsked, onOver }: ShownProps) {
  const { data: test } = trpc.testStream.status.useQuery({ streamId }, { refetchInterval: TEST_STATUS_POLL_MS });
  useWhenOver(test?.isActive === true, onOver);
  return (
    <>
      <p className="text-sm font-medium">Sample Channel</p>
      {/* That it runs may be known before the answer to the press that began it. */}
      {test?.isActive === true && <Player key={String(atOnce)} streamId={streamId} atOnce={atOnce} />}
      {test?.isActive === false && sample.state === "ready" && <Stopped sample={sample} streamId={streamId} onAsked={onAsked} />}
    </>
  );
}

/** Why it is, where it is not by somebody's press. */
function Stopped({ sample, streamId, onAsked }: Omit<ShownProps, "atOnce" | "onOver">) {
  const { start } = useTest("Sample Channel", onAsked);
  if (sample.reason === null)
    return <p className="mt-1 text-sm text-dim">Its test stream is stopped. Start it under Open Test Stream to see and hear it.</p>;
  return (
    <>
      <Reason text={sample.reason} />
      <Button size="sm" variant="primary" className="mt-3" busy={start.isPending} onClick={() => start.run({ streamId })}>
        <Play aria-hidden />
        Try Again
      </Button>
    </>
  );
}

function Ready({ sample, streamId, onTold }: Telling & { readonly sample: Sample; readonly streamId: StreamId }) {
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button asChild size="sm">
        <Link to="/test-stream" search={{ stream: streamId }}>
          Open Test Stream
        </Link>
      </Button>
      <Button asChild size="sm">
        <Link to="/streaming" search={{ stream: streamId }}>
          Look behind it
        </Link>
      </Button>
      <Remove sample={sample} onTold={onTold} />
    </div>
  );
}

function Player({ streamId, atOnce }: Pick<ShownProps, "streamId" | "atOnce">) {
  const utils = trpc.useUtils();
  const { video, state, isSilenced, watch, play, unmute } = useWatching(`/api/test-stream/${streamId}/live.flv`, {
    atOnce,
    // It may have been stopped: a page that nobody sees asks for nothing by itself.
    onEnd: () => void utils.testStream.status.invalidate({ streamId }),
  });
  return (
    <div className="relative mt-3 aspect-video overflow-hidden rounded-lg bg-black">
      <Screen video={video} label="Sample channel, as it is sent" isShown={state === "playing"} />
      {state !== "playing" && (
        <div className="absolute inset-0 grid place-items-center bg-panel">
          {state === "unsupported" && <Unsupported instead="Use a newer browser." />}
          {state === "waiting" && <Loading text="The picture is on its way..." />}
          {state === "blocked" && <Blocked onPlay={play} />}
          {state === "idle" && <PlayButton text="Watch" onPress={watch} />}
        </div>
      )}
      {state === "playing" && isSilenced && <SoundButton onPress={unmute} />}
    </div>
  );
}

const NOT_REMOVED: Complaint = ["Error", "The sample channel could not be removed"];

/** At once, unless something of somebody's own would go with it: it can be made again in a minute. */
function Remove({ sample, onTold }: Telling & { readonly sample: Sample }) {
  const utils = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  const remove = useVerb(trpc.sample.remove, {
    failed(error) {
      if (!("isBuiltUpon" in detailsOf(error))) return complainOf(error, NOT_REMOVED);
      // By something done since it was read.
      void utils.sample.status.invalidate();
      setOpen(true);
    },
    done: onTold,
  });
  return (
    <>
      <Button size="sm" busy={remove.isPending} onClick={() => (sample.isBuiltUpon ? setOpen(true) : remove.run({ unless: "built-upon" }))}>
        <Trash2 aria-hidden />
        Remove
      </Button>
      {isOpen && (
        <RemoveSampleDialog
          sample={sample}
          busy={remove.isPending}
          onClose={() => setOpen(false)}
          onConfirm={() => remove.run({}, () => setOpen(false))}
        />
      )}
    </>
  );
}
