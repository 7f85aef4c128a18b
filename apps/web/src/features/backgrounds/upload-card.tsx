import type { VideoUpload } from "@nightjar/contract";
import { newId } from "@nightjar/kit";
import { Button, Card, CardHeader, Field, Input, Locked, Notice, Textarea } from "@nightjar/ui";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { UNSAVED, useLeaveGuard } from "../../layout/leave-guard.tsx";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { fileSize } from "../../lib/format.ts";
import { complain } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { newTurnText } from "./on-air.ts";
import { useCreate } from "./use-create.ts";

const UploadDialog = laterDialog(async () => (await import("./upload-dialog.tsx")).UploadDialog);

interface Uploaded extends VideoUpload {
  /** Of the background that is made of it, so that it is made once. */
  readonly id: string;
}

const EMPTY = { title: "", description: "" };

function Chosen({ video, onChange }: { video: VideoUpload; onChange: () => void }) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="relative aspect-video overflow-hidden rounded-xl bg-raised">
        {video.thumbnailUrl !== null && <img src={video.thumbnailUrl} alt="" className="size-full object-cover" />}
        <p className="absolute right-2 bottom-2 rounded-md bg-night/85 px-1.5 py-0.5 text-xs font-medium tabular-nums">
          {video.kind === "image" ? "Still picture" : video.duration}
        </p>
      </div>
      <div className="flex items-center justify-between gap-2">
        <div className="min-w-0 text-sm">
          <p dir="auto" className="truncate font-medium">
            {video.fileName}
          </p>
          <p className="text-dim tabular-nums">
            {fileSize(video.size, 1)} · {video.resolution}
          </p>
        </div>
        <Button size="sm" onClick={onChange}>
          Replace
        </Button>
      </div>
      {video.note !== null && <p className="text-sm text-warn">{video.note}</p>}
    </div>
  );
}

/** Before a file is chosen: of several each becomes a background without this form. */
function OnAirNotice() {
  const { data: streams } = trpc.streams.summaries.useQuery();
  const { data: studio } = trpc.settings.get.useQuery();
  const text = streams && studio ? newTurnText(streams, studio.autoSwitch) : null;
  if (text === null) return null;
  return <Notice className="mx-5 mt-4">{text}</Notice>;
}

/** A file, what it is called, and with that a new background. */
export function UploadCard() {
  const [video, setVideo] = useState<Uploaded | null>(null);
  const [text, setText] = useState(EMPTY);
  const [isUploading, setUploading] = useState(false);
  const hasEntered = video !== null || text.title !== "" || text.description !== "";
  const guard = useLeaveGuard({ loss: () => (hasEntered ? UNSAVED : null), isUnderWay: () => hasEntered });
  const create = useCreate(() => {
    setVideo(null);
    setText(EMPTY);
  });
  const save = () => {
    if (!video || text.title.trim() === "") return complain("Missing Information", "Please upload a video and enter a title");
    const { duration, fileUrl: videoUrl, id, resolution, thumbnailUrl } = video;
    create.run({ id, ...text, videoUrl, thumbnailUrl, duration, resolution });
  };
  return (
    <Card aria-labelledby="upload-background" className="pb-5">
      <CardHeader
        id="upload-background"
        title="Upload Background"
        description="It runs behind the music, again and again, without its sound."
      />
      <OnAirNotice />
      <form
        noValidate
        className="grid gap-5 px-5 pt-4 sm:grid-cols-[14rem_1fr]"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {video ? (
          <Chosen video={video} onChange={() => setUploading(true)} />
        ) : (
          <button
            type="button"
            onClick={() => setUploading(true)}
            className="flex aspect-video flex-col items-center justify-center gap-1 self-start rounded-xl border border-dashed border-edge px-4 text-center transition-colors hover:bg-raised"
          >
            <Upload aria-hidden className="mb-1 size-5 text-moon" />
            <span className="text-sm font-medium">Upload Video</span>
            <span className="text-xs text-dim">or a still picture, or several</span>
          </button>
        )}
        <div className="flex min-w-0 flex-col gap-4">
          <Locked value={create.isPending}>
            <Field label="Title" required>
              {(control) => (
                <Input
                  {...control}
                  aria-required
                  maxLength={200}
                  value={text.title}
                  onChange={({ target }) => setText({ ...text, title: target.value })}
                />
              )}
            </Field>
            <Field label="Description">
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  maxLength={5000}
                  value={text.description}
                  onChange={({ target }) => setText({ ...text, description: target.value })}
                />
              )}
            </Field>
          </Locked>
          <Button type="submit" variant="primary" className="self-end" busy={create.isPending}>
            <Plus aria-hidden />
            Create Background
          </Button>
        </div>
      </form>
      {guard}
      {isUploading && <UploadDialog onUploaded={(upload) => setVideo({ ...upload, id: newId() })} onClose={() => setUploading(false)} />}
    </Card>
  );
}
