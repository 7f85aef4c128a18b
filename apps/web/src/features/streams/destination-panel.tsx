import { zodResolver } from "@hookform/resolvers/zod";
import { destinationInput, type Stream } from "@nightjar/contract";
import { Button, ConfirmDialog, Field, Input, Lamp } from "@nightjar/ui";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

function DestinationForm({ stream, onDone }: { stream: Stream; onDone: () => void }) {
  const utils = trpc.useUtils();
  const isReplacing = stream.destination !== null;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(destinationInput),
    defaultValues: { rtmpUrl: stream.destination?.rtmpUrl ?? "", streamKey: "" },
  });
  const { errors } = formState;
  const set = trpc.streams.setDestination.useMutation({
    onSuccess: async () => {
      notify("Destination saved", "Its key will not be shown again.");
      await utils.streams.invalidate();
      onDone();
    },
    onError: (error) => complain("Stream Key Setup Failed", messageOf(error, "The destination could not be saved")),
  });
  return (
    <form
      noValidate
      autoComplete="off"
      className="flex flex-col gap-4"
      onSubmit={handleSubmit((values) => set.mutate({ id: stream.id, ...values }))}
    >
      <Field label="RTMP address" error={errors.rtmpUrl?.message}>
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="rtmp://live.example.com/app"
            {...register("rtmpUrl")}
          />
        )}
      </Field>
      <Field label="Stream key" hint="Kept encrypted, and never shown again" error={errors.streamKey?.message}>
        {(control) => <Input {...control} type="password" autoComplete="off" spellCheck={false} {...register("streamKey")} />}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" variant="primary" busy={set.isPending}>
          {isReplacing ? "Replace Destination" : "Save Destination"}
        </Button>
        {isReplacing && <Button onClick={onDone}>Cancel</Button>}
      </div>
    </form>
  );
}

/** An RTMP address with its key, given by hand; the key is only ever told as 'set'. */
export function DestinationPanel({ stream }: { stream: Stream }) {
  const utils = trpc.useUtils();
  const [open, setOpen] = useState<"form" | "remove" | null>(null);
  const { destination } = stream;
  const remove = trpc.streams.removeDestination.useMutation({
    onSuccess: async () => {
      notify("Destination removed", stream.title);
      await utils.streams.invalidate();
      setOpen(null);
    },
    onError: (error) => complain("Remove Failed", messageOf(error, "The destination could not be removed")),
  });
  return (
    <section aria-label="RTMP destination" className="py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-sm font-medium">RTMP destination</p>
          <p className="flex items-center gap-2 text-sm text-dim">
            <Lamp tone={destination ? "good" : "neutral"} />
            <span className="wrap-anywhere">{destination ? destination.rtmpUrl : "Not set"}</span>
          </p>
          {destination && <p className="pl-4 text-sm text-dim">Stream key: {destination.streamKey}</p>}
        </div>
        {destination && open !== "form" && (
          <div className="flex gap-2">
            <Button size="sm" onClick={() => setOpen("form")}>
              Replace
            </Button>
            <Button size="sm" variant="danger" onClick={() => setOpen("remove")}>
              Remove
            </Button>
          </div>
        )}
      </div>
      {(destination === null || open === "form") && (
        <div className="mt-4">
          <DestinationForm stream={stream} onDone={() => setOpen(null)} />
        </div>
      )}
      <ConfirmDialog
        open={open === "remove"}
        onOpenChange={(next) => setOpen(next ? "remove" : null)}
        title="Remove Destination"
        text={`The address and its key will be forgotten.${stream.isLive ? " The stream is live: nothing will be sent there any more." : ""}`}
        confirmLabel="Remove"
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ id: stream.id })}
      />
    </section>
  );
}
