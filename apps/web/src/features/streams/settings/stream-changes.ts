import { streamPatch, type StreamHead, type StreamPatch } from "@nightjar/contract";
import type { PictureChoice } from "./picture-fields.tsx";

/** What is chosen, not typed. */
type Chosen = PictureChoice &
  Pick<StreamHead, "order" | "crossfadeMs" | "transition" | "autoSwitch" | "timeZone" | "ytRollOverHours" | "ytSendsBackup">;

/** What the form of a stream holds: text, as typed. */
export interface StreamFormValues extends Chosen {
  readonly title: string;
  readonly description: string;
  readonly channelName: string;
  readonly targetLufs: string;
  /** null: there is none. */
  readonly artworkUrl: string | null;
}

const chosenOf = ({ profile, quality, order, crossfadeMs, transition, autoSwitch, timeZone, ...youtube }: Chosen): Chosen => ({
  ...{ profile, quality, order, crossfadeMs, transition, autoSwitch, timeZone },
  ...{ ytRollOverHours: youtube.ytRollOverHours, ytSendsBackup: youtube.ytSendsBackup },
});

export const streamForm = (stream: StreamHead): StreamFormValues => ({
  ...{ title: stream.title, description: stream.description ?? "", channelName: stream.channelName ?? "" },
  ...{ targetLufs: String(stream.targetLufs), artworkUrl: stream.artworkUrl },
  ...chosenOf(stream),
});

const fieldsOf = (values: StreamFormValues) => ({
  ...chosenOf(values),
  artworkUrl: values.artworkUrl,
  title: values.title.trim(),
  description: values.description.trim(),
  channelName: values.channelName.trim() || null,
  // A minus is often typed as a dash.
  targetLufs: values.targetLufs.trim() === "" ? NaN : Number(values.targetLufs.trim().replace(",", ".").replace(/^[–−]/, "-")),
});

export interface CheckedStream {
  /** Only what was changed; null: something is wrong. */
  readonly patch: StreamPatch | null;
  readonly errors: Readonly<Partial<Record<keyof StreamFormValues, string>>>;
}

/** By the server's own rules: what differs from the stream as it was opened. */
export function checkStream(start: StreamFormValues, values: StreamFormValues): CheckedStream {
  const changed = Object.entries(fieldsOf(values)).filter(([name]) => {
    const key = name as keyof StreamFormValues;
    return start[key] !== values[key];
  });
  const { data, error } = streamPatch.safeParse(Object.fromEntries(changed));
  const issues = (error?.issues ?? []).toReversed();
  return { patch: data ?? null, errors: Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])) };
}

export type StreamFieldName = keyof StreamFormValues;

export const isChanged = (start: StreamFormValues, values: StreamFormValues): boolean =>
  JSON.stringify(fieldsOf(start)) !== JSON.stringify(fieldsOf(values));
