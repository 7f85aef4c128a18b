import { PROFILES, PROFILE_IDS, QUALITIES, encoderProfile, type ProfileId, type Quality } from "@nightjar/contract";
import { Field, Select } from "@nightjar/ui";

/** How a stream's picture is encoded. */
export interface PictureChoice {
  readonly profile: ProfileId;
  readonly quality: Quality;
}

const QUALITY_NAMES: Readonly<Record<Quality, string>> = { economy: "Economy", standard: "Standard", high: "High" };

function profileName(id: ProfileId): string {
  const { widthPx, heightPx, framesPerSecond } = PROFILES[id];
  return `${id} (${widthPx} × ${heightPx}, ${framesPerSecond} fps)`;
}

function megabits(profile: ProfileId, quality: Quality): string {
  const { videoKbps } = encoderProfile(profile, quality);
  return `${(videoKbps / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} Mbit/s`;
}

interface PictureFieldsProps {
  readonly value: PictureChoice;
  /** Of the stream as it is stored. */
  readonly stored: PictureChoice;
  readonly isLive: boolean;
  readonly onChange: (value: PictureChoice) => void;
}

/** Picture profile and quality, each with what a change of it does on air. */
export function PictureFields({ value, stored, isLive, onChange }: PictureFieldsProps) {
  const isInterrupted = isLive && value.profile !== stored.profile;
  return (
    <>
      <Field
        label="Picture profile"
        hint={
          isInterrupted
            ? "The stream is live: saving ends its connection and connects anew, which viewers notice for some seconds."
            : "Size and smoothness. On a live stream a change connects anew; all pictures are rendered again."
        }
      >
        {(control) => (
          <Select
            {...control}
            value={value.profile}
            onChange={(event) => {
              const profile = PROFILE_IDS.find((id) => id === event.target.value);
              if (profile) onChange({ ...value, profile });
            }}
          >
            {PROFILE_IDS.map((id) => (
              <option key={id} value={id}>
                {profileName(id)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Quality"
        hint="The picture's share of your upload. On a live stream it changes with the next track, without a new connection."
      >
        {(control) => (
          <Select
            {...control}
            value={value.quality}
            onChange={(event) => {
              const quality = QUALITIES.find((name) => name === event.target.value);
              if (quality) onChange({ ...value, quality });
            }}
          >
            {QUALITIES.map((quality) => (
              <option key={quality} value={quality}>
                {QUALITY_NAMES[quality]}: {megabits(value.profile, quality)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
