import { motionPriceText, type StreamHead, type TemplateId } from "@nightjar/contract";
import { Badge, Button, Dialog, DialogCancel, Loading, Notice } from "@nightjar/ui";
import { type ReactNode, useMemo } from "react";
import { ChoiceConflict } from "../../../layout/choice-conflict.tsx";
import { QueryError } from "../../../layout/query-state.tsx";
import { useLiveEntry } from "../../../lib/live/use-live.ts";
import { type SampleTrack, USUAL_TRACK } from "../../../lib/scene/samples.ts";
import { notify } from "../../../lib/toast.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { type Choice, NONE, useStreamChoice } from "../state/use-stream-choice.ts";
import { TemplatePicture } from "./template-picture.tsx";
import { willChange } from "./will-change.ts";

/** What a template costs this stream, before it is chosen: a scene that moves is rendered for the whole of every track. */
function Price({ stream, templateId }: { stream: StreamHead; templateId: TemplateId }) {
  const { data, isError } = trpc.streams.motionPrice.useQuery({ id: stream.id, templateId });
  if (isError) return <span className="block text-sm text-dim">What it costs in disk and rendering could not be read.</span>;
  return (
    <span aria-live="polite" className="block text-sm text-soft">
      {data ? motionPriceText(data) : "Counting what it costs..."}
    </span>
  );
}

interface ChoiceCardProps {
  name: string;
  isChosen: boolean;
  isInUse: boolean;
  picture: ReactNode;
  onChoose: () => void;
  children: ReactNode;
}

function ChoiceCard({ name, isChosen, isInUse, picture, onChoose, children }: ChoiceCardProps) {
  return (
    <li>
      <label className="flex h-full cursor-pointer flex-col gap-2.5 rounded-xl border border-line p-2.5 has-checked:border-moon has-checked:bg-moon/10">
        {picture}
        <span className="flex items-start gap-2.5">
          <input
            type="radio"
            name="template"
            className="mt-0.5 size-4 shrink-0 accent-moon"
            checked={isChosen}
            onChange={onChoose}
            aria-label={name}
          />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-2">
              <span dir="auto" className="truncate text-sm font-medium">
                {name}
              </span>
              {isInUse && <Badge>In use</Badge>}
            </span>
            {children}
          </span>
        </span>
      </label>
    </li>
  );
}

/** The track that the stream airs, so that a template is seen with what it will show; else one of ours. */
function useTrackToLookWith(stream: StreamHead): SampleTrack {
  const track = useLiveEntry(stream.id)?.onAir.track ?? null;
  const { data } = trpc.streams.get.useQuery({ id: stream.id });
  const [title, artist, durationMs] = [track?.title, track?.artist, track?.durationMs];
  const artworkUrl = data?.tracks.find(({ itemId }) => itemId === track?.itemId)?.artworkUrl ?? null;
  return useMemo(() => {
    if (title === undefined || artist === undefined || durationMs === undefined) return USUAL_TRACK;
    return { id: "on-air", label: "On air", title, artist, durationMs, artworkUrl };
  }, [title, artist, durationMs, artworkUrl]);
}

/** A still of what runs behind; null: the plain default does. */
function useBackdropUrl({ activeBackgroundId }: StreamHead): string | null {
  const { data = [] } = trpc.backgrounds.list.useQuery();
  const shown = data.find(({ id }) => id === activeBackgroundId) ?? data.find(({ isActive }) => isActive);
  return shown?.thumbnailUrl ?? null;
}

type Templates = Outputs["overlays"]["templates"];

interface ChoicesProps {
  stream: StreamHead;
  templates: Templates;
  chosen: Choice<TemplateId> | null;
  onChoose: (chosen: Choice<TemplateId>) => void;
}

/** All templates by their pictures, and before them none. */
function Choices({ stream, templates, chosen, onChoose }: ChoicesProps) {
  const look = { track: useTrackToLookWith(stream), backdropUrl: useBackdropUrl(stream) };
  const inUse = stream.activeOverlayTemplateId;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-3">
      <ChoiceCard
        name="No template"
        isChosen={chosen === NONE}
        isInUse={inUse === null}
        picture={<TemplatePicture templateId={null} {...look} />}
        onChoose={() => onChoose(NONE)}
      >
        <span className="block text-sm text-dim">
          The stream shows artwork, title and artist. A template without elements shows the background alone.
        </span>
      </ChoiceCard>
      {templates.map((template) => (
        <ChoiceCard
          key={template.id}
          name={template.name}
          isChosen={chosen === template.id}
          isInUse={template.id === inUse}
          picture={<TemplatePicture templateId={template.id} {...look} />}
          onChoose={() => onChoose(template.id)}
        >
          {template.description !== null && <span className="line-clamp-2 text-sm text-dim">{template.description}</span>}
          {chosen === template.id && <Price stream={stream} templateId={template.id} />}
        </ChoiceCard>
      ))}
    </ul>
  );
}

interface OnAirNoticeProps {
  inUse: TemplateId | null;
  /** undefined: nothing is chosen yet. */
  wanted: TemplateId | null | undefined;
  templates: Templates;
}

/** What is on air changes under somebody's eyes. */
function OnAirNotice({ inUse, wanted, templates }: OnAirNoticeProps) {
  return (
    <Notice tone="warn" className="mb-3">
      <p>The stream is live: its picture changes on air as soon as you apply.</p>
      {wanted !== undefined && (
        <p role="status" className="text-soft">
          {willChange(inUse, wanted, templates)}
        </p>
      )}
    </Notice>
  );
}

export interface SelectTemplateDialogProps {
  stream: StreamHead;
  onClose: () => void;
}

/** Templates by their pictures, each with what the stream shows now. Mounted while it is open. */
export function SelectTemplateDialog({ stream, onClose }: SelectTemplateDialogProps) {
  const read = trpc.overlays.templates.useQuery();
  const { data: templates = [] } = read;
  const inUse = stream.activeOverlayTemplateId;
  const { chosen, choose, wanted, canSend, isMet, keepMine, isSending, send } = useStreamChoice<TemplateId>({
    ...{ stream, now: inUse, patch: (activeOverlayTemplateId: TemplateId | null) => ({ activeOverlayTemplateId }) },
    from: "overlays",
    offered: [NONE, ...templates.map(({ id }) => id)],
    failed: "The overlay template could not be applied",
    done: () => notify("Overlay Template Applied", stream.title),
    shown: onClose,
  });
  return (
    <Dialog
      onClose={onClose}
      locked={isSending}
      width="lg"
      title="Select Template"
      footer={
        <>
          <DialogCancel disabled={isSending} />
          <Button variant="primary" busy={isSending} disabled={!canSend} onClick={send}>
            Apply Template
          </Button>
        </>
      }
    >
      {isMet && (
        <ChoiceConflict
          of="template"
          id={inUse}
          name={templates.find(({ id }) => id === inUse)?.name}
          none="no template"
          isNot="applied"
          onLoad={() => choose(null)}
          onKeep={keepMine}
        />
      )}
      {stream.isLive && <OnAirNotice {...{ inUse, wanted, templates }} />}
      {read.isPending && <Loading text="Loading templates..." />}
      {read.isLoadingError && (
        <QueryError error={read.error} fallback="The templates could not be read" onRetry={() => void read.refetch()} />
      )}
      <Choices {...{ stream, templates, chosen }} onChoose={choose} />
    </Dialog>
  );
}
