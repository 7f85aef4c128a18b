import { sceneMoves } from "@nightjar/contract";
import { Button, Notice } from "@nightjar/ui";
import { skipToken } from "@tanstack/react-query";
import { useState } from "react";
import { clockTime, plural } from "../../lib/format.ts";
import { useLiveStreams } from "../../lib/live/use-live.ts";
import { complainOf } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useDesign, useStore } from "./use-design.ts";
import { useIsDeleted } from "./use-is-deleted.ts";

/** Somebody else saved this template while it was edited here: who, when, and both ways out. */
export function ConflictNotice() {
  const designer = useStore();
  const conflict = useDesign((state) => state.conflict);
  // Of one that was deleted there is nothing to load, and nothing to put over.
  const isDeleted = useIsDeleted();
  const [isBusy, setBusy] = useState(false);
  if (!conflict || isDeleted) return null;
  const run = async (way: () => Promise<void>) => {
    setBusy(true);
    await way().catch((error: unknown) => complainOf(error, ["Error", "The template could not be read. Please try again."]));
    setBusy(false);
  };
  return (
    <Notice tone="warn" role="alert" className="rounded-none border-x-0 border-t-0">
      <p>
        {conflict.updatedBy ?? "Somebody"} saved this template at {clockTime(conflict.updatedAt)}, while you were editing it. Your last
        changes are not saved yet.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" disabled={isBusy} onClick={() => void run(() => designer.takeTheirs())}>
          Load theirs
        </Button>
        <Button size="sm" variant="primary" disabled={isBusy} onClick={() => void run(() => designer.putMineOver())}>
          Keep mine
        </Button>
      </div>
    </Notice>
  );
}

/** Somebody saved it while nothing of ours was under way: what is shown is old. */
export function ChangedElsewhereNotice() {
  const designer = useStore();
  const template = useDesign((state) => state.template);
  const isIdle = useDesign(({ save, gesture }) => save === "saved" && gesture === null);
  const templates = trpc.overlays.templates.useQuery();
  const newest = templates.data?.find(({ id }) => id === template?.id);
  if (!isIdle || !template || !newest || newest.revision <= template.revision) return null;
  const take = () =>
    void designer.takeTheirs().catch((error: unknown) => complainOf(error, ["Error", "The template could not be read. Please try again."]));
  return (
    <Notice
      role="status"
      className="items-center rounded-none border-x-0 border-t-0"
      action={
        <Button size="sm" onClick={take}>
          Load theirs
        </Button>
      }
    >
      {newest.updatedBy ?? "Somebody"} changed this template at {clockTime(newest.updatedAt)}.
    </Notice>
  );
}

/** Somebody deleted it: what is shown is here alone. */
export function DeletedNotice() {
  const isDeleted = useIsDeleted();
  if (!isDeleted) return null;
  return (
    <Notice tone="warn" role="status" className="rounded-none border-x-0 border-t-0">
      This template was deleted. Save as New Template keeps what is shown here.
    </Notice>
  );
}

/** Why the last change was not stored, where the server has said it. */
export function RefusedNotice() {
  const refusal = useDesign((state) => state.refusal);
  if (refusal === null) return null;
  return (
    <Notice tone="warn" role="status" className="rounded-none border-x-0 border-t-0">
      The last change was not saved: {refusal}
    </Notice>
  );
}

const AIRED: readonly string[] = ["preparing", "on-air", "reconnecting", "slate"];

/** Where the template is seen, and what that means for edits. */
export function UsageNote() {
  const template = useDesign((state) => state.template);
  const moves = useDesign(({ document }) => sceneMoves({ elements: [...document.elements] }));
  const usage = trpc.overlays.templateUsage.useQuery(template ? { id: template.id } : skipToken);
  const live = useLiveStreams();
  const streams = trpc.streams.summaries.useQuery();
  const used = template === null ? [] : (usage.data ?? []);
  const isAired = (id: string) => {
    const state = live.get(id)?.onAir.state;
    return state === undefined ? streams.data?.find((stream) => stream.id === id)?.isLive === true : AIRED.includes(state);
  };
  const airedCount = used.filter(({ id }) => isAired(id)).length;
  const sentences = [
    ...(airedCount > 0
      ? [
          `On air in ${plural(airedCount, "stream")}. Changes reach ${airedCount === 1 ? "it" : "them"} about five seconds after your last edit.`,
        ]
      : used.length > 0
        ? [`Used by ${plural(used.length, "stream")}, none of them on air.`]
        : []),
    ...(moves ? ["The progress bar moves: every track is rendered in full length."] : []),
  ];
  if (sentences.length === 0) return null;
  return (
    <p role="status" className={airedCount > 0 ? "text-[0.8125rem] text-warn" : "text-[0.8125rem] text-dim"}>
      {sentences.join(" ")}
    </p>
  );
}
