import { CONNECT_HINT, PRIVACIES, type Privacy, type StreamHead } from "@nightjar/contract";
import { Badge, Button, Card, CardHeader, Field, Input, Notice, Select, Textarea } from "@nightjar/ui";
import { CircleStop, Eye, Play } from "lucide-react";
import { use, useState } from "react";
import { viewerWord, viewers } from "../../../lib/format.ts";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { oneOf } from "../../../lib/shape.ts";
import { Deleted } from "../state/deleted.ts";
import { LiveDuration } from "../state/live-duration.tsx";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { laterPart } from "../../../layout/later-part.tsx";
import { useStartStop } from "../state/use-start-stop.ts";
import { shownTexts } from "./start-texts.ts";
import { type StartFormOptions, useStartForm } from "./use-start-form.ts";
import { useYoutubeStatus } from "./use-youtube-status.ts";

const TypedMeanwhile = laterPart(async () => (await import("./typed-meanwhile.tsx")).TypedMeanwhile, null, "div");
const StopDialog = laterDialog(async () => (await import("./stop-dialog.tsx")).StopDialog);

/** Where viewers see it; null: not at YouTube, or not yet. */
function useWatchUrl(stream: StreamHead): string | null {
  const told = useLiveEntry(stream.id)?.onAir.destinations.find(({ youtube }) => youtube)?.youtube?.watchUrl ?? null;
  const status = useYoutubeStatus(stream);
  return told ?? status?.streamUrl ?? null;
}

function WhenLive({ stream }: { stream: StreamHead }) {
  const [isAsking, setAsking] = useState(false);
  const { stop, isStopping } = useStartStop(() => stream.title);
  const watchUrl = useWatchUrl(stream);
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 px-5 pt-4 pb-5">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="font-medium wrap-anywhere">
          {stream.title}
        </p>
        {stream.description && <p className="line-clamp-2 text-sm text-dim">{stream.description}</p>}
        <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft tabular-nums">
          <span>
            Live for <LiveDuration stream={stream} />
          </span>
          <span className="inline-flex items-center gap-1.5">
            <Eye aria-hidden className="size-4 text-dim" />
            {viewers(stream.viewerCount)} {viewerWord(stream.viewerCount)}
          </span>
          {watchUrl !== null && (
            <a href={watchUrl} target="_blank" rel="noreferrer" className="text-moon underline">
              View on YouTube
            </a>
          )}
        </p>
      </div>
      <Button variant="live" size="lg" className="max-sm:w-full" busy={isStopping} onClick={() => setAsking(true)}>
        <CircleStop aria-hidden />
        Stop Stream
      </Button>
      {isAsking && (
        <StopDialog
          stream={stream}
          onClose={() => setAsking(false)}
          onStop={() => {
            // What comes of it is told by notices, which nobody hears behind a dialog.
            setAsking(false);
            stop(stream.id);
          }}
        />
      )}
    </div>
  );
}

/** Who will see it at YouTube. */
function PrivacyField({ value, onChoose }: { value: Privacy; onChoose: (privacy: Privacy | undefined) => void }) {
  return (
    <Field label="Privacy">
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChoose(oneOf(PRIVACIES, event.target.value))}>
          <option value="public">Public</option>
          <option value="unlisted">Unlisted</option>
          <option value="private">Private</option>
        </Select>
      )}
    </Field>
  );
}

interface WhenOffProps {
  stream: StreamHead;
  form: Omit<ReturnType<typeof useStartForm>, "noteFocus" | "hadFocus">;
}

function WhenOff({ stream, form: { typed, type, shownPrivacy, choosePrivacy, isStarting, start, left } }: WhenOffProps) {
  const { title, description } = shownTexts(stream, typed);
  return (
    <form
      className="grid gap-4 p-5 sm:grid-cols-[minmax(0,1fr)_11rem]"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <Field label="Stream Title">
        {(control) => <Input {...control} value={title} maxLength={200} onChange={(event) => type("title", event.target.value)} />}
      </Field>
      <PrivacyField value={shownPrivacy} onChoose={choosePrivacy} />
      <Field label="Description" className="sm:col-span-2">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={description}
            maxLength={5000}
            onChange={(event) => type("description", event.target.value)}
          />
        )}
      </Field>
      {!stream.connected && (
        <Notice tone="warn" className="sm:col-span-2">
          <p>{CONNECT_HINT}</p>
          <p className="text-soft">A destination of your own, below, does as well.</p>
        </Notice>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="sm:col-span-2"
        busy={isStarting}
        disabled={use(Deleted) || title.trim() === "" || !stream.connected || left !== null}
      >
        <Play aria-hidden />
        Start Live Stream
      </Button>
    </form>
  );
}

/** Start and Stop. */
export function LiveCard(props: StartFormOptions) {
  const { stream } = props;
  const { noteFocus, hadFocus, ...form } = useStartForm(props);
  return (
    <Card aria-labelledby="live-broadcasting">
      <CardHeader
        id="live-broadcasting"
        title="Live broadcasting"
        aside={
          stream.isLive && (
            <Badge tone="live" className="font-semibold tracking-wide">
              LIVE
            </Badge>
          )
        }
      />
      <div key={String(stream.isLive)} ref={noteFocus}>
        {stream.isLive ? <WhenLive stream={stream} /> : <WhenOff stream={stream} form={form} />}
      </div>
      {form.left && <TypedMeanwhile stream={stream} {...form.left} hadFocus={hadFocus} onDone={form.forget} />}
    </Card>
  );
}
