import { zodResolver } from "@hookform/resolvers/zod";
import { destinationInput, type DestinationInput } from "@nightjar/contract";
import { Button, Field, Input } from "@nightjar/ui";
import { useForm } from "react-hook-form";

export interface DestinationFormProps {
  rtmpUrl: string;
  submitLabel: string;
  busy: boolean;
  onSubmit: (values: DestinationInput) => void;
  /** Absent where there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** An RTMP address and its key; the key is asked for each time, because it is never told. */
export function DestinationForm({ rtmpUrl, submitLabel, busy, onSubmit, onCancel }: DestinationFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(destinationInput),
    defaultValues: { rtmpUrl, streamKey: "" },
  });
  const { errors } = formState;
  return (
    <form noValidate autoComplete="off" className="flex flex-col gap-4" onSubmit={handleSubmit(onSubmit)}>
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
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
