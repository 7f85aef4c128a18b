import { MOODS } from "@nightjar/contract";
import { Checkbox, Field, Input, Select } from "@nightjar/ui";
import { Controller, type UseFormReturn } from "react-hook-form";
import { IsrcField, type IsrcFieldProps } from "./isrc-field.tsx";
import type { TrackChange, TrackFormValues } from "./track-form.ts";

type TextName = Exclude<keyof TrackFormValues, "explicit" | "mood" | "fileUrl" | "artworkUrl">;
type Form = UseFormReturn<TrackFormValues, unknown, TrackChange>;

interface TextProps {
  form: Form;
  name: TextName;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  wide?: boolean;
  numeric?: boolean;
}

function Text({ form, name, label, hint, placeholder, required = false, wide = false, numeric = false }: TextProps) {
  return (
    <Field
      label={label}
      hint={hint}
      required={required}
      error={form.formState.errors[name]?.message}
      {...(wide && { className: "sm:col-span-2" })}
    >
      {(control) => (
        <Input
          {...control}
          required={required}
          placeholder={placeholder}
          {...(numeric && { inputMode: "decimal" as const })}
          {...form.register(name)}
        />
      )}
    </Field>
  );
}

/** Every field of a track but its audio file. */
export function TrackFieldset({ form, trackId, onBusy }: IsrcFieldProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <IsrcField form={form} trackId={trackId} onBusy={onBusy} />
      <Text form={form} name="title" label="Title" required />
      <Text form={form} name="artist" label="Artist" required />
      <Text form={form} name="album" label="Album" />
      <Text form={form} name="duration" label="Duration" placeholder="4:23" required />
      <Text form={form} name="genre" label="Genre" />
      <Controller
        control={form.control}
        name="mood"
        render={({ field, fieldState }) => (
          <Field label="Mood" error={fieldState.error?.message}>
            {(control) => (
              <Select {...control} {...field}>
                <option value="">No mood</option>
                {MOODS.map((mood) => (
                  <option key={mood} value={mood}>
                    {mood}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      />
      <Text form={form} name="bpm" label="BPM" numeric />
      <Text form={form} name="key" label="Musical Key" placeholder="A minor" />
      <Text form={form} name="language" label="Language" />
      <Text form={form} name="recordLabel" label="Record Label" />
      <Text form={form} name="releaseDate" label="Release Date" placeholder="2026-11-21" />
      <Controller
        control={form.control}
        name="explicit"
        render={({ field }) => (
          <Checkbox
            label="Explicit"
            className="self-end"
            checked={field.value}
            onCheckedChange={(checked) => field.onChange(checked === true)}
          />
        )}
      />
      <Text form={form} name="tags" label="Tags" hint="Separated by commas or semicolons" wide />
    </div>
  );
}
