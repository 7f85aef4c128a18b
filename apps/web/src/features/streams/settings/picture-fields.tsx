import { PROFILES, PROFILE_IDS, QUALITIES, encoderProfile, type ProfileId, type Quality } from "@nightjar/contract";
import { Field, Select } from "@nightjar/ui";

/** How a stream's picture is encoded. */
export interface PictureChoice {
  readonly profile: ProfileId;
  readonly quality: Quality;
}

const QUALITY_NAMES: Readonly<Record<string, string>> = {
  ...{ economy: "Economy", standard: "Standard", high: "High" },
} satisfies Readonly<Record<Quality, string>>;

/** What a newer server has stored is among them, or the list would show another one: this page stays as it is for weeks. */
const withStored = <Name extends string>(known: readonly Name[], stored: Name): readonly Name[] =>
  known.includes(stored) ? known : [...known, stored];

function profileName(id: ProfileId): string {
  if (!PROFILE_IDS.includes(id)) return id;
  const { widthPx, heightPx, framesPerSecond } = PROFILES[id];
  return `${id} (${widthPx} × ${heightPx}, ${framesPerSecond} fps)`;
}

function qualityName(profile: ProfileId, quality: Quality): string {
  const name = QUALITY_NAMES[quality] ?? quality;
  if (!PROFILE_IDS.includes(profile) || !QUALITIES.includes(quality)) return name;
  const { videoKbps } = encoderProfile(profile, quality);
  return `${name}: ${(videoKbps / 1000).toLocaleString("en", { maximumFractionDigits: 1 })} Mbit/s`;
}

interface PictureFieldsProps {
  readonly value: PictureChoice;
  readonly onChange: (value: PictureChoice) => void;
}

/** Picture profile and quality. */
export function PictureFields({ value: { profile, quality }, onChange }: PictureFieldsProps) {
  const value = { profile, quality };
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Field label="Picture profile" hint="Size and smoothness. With another one all pictures are rendered again.">
        {(control) => (
          <Select
            {...control}
            value={value.profile}
            onChange={(event) => {
              const profile = PROFILE_IDS.find((id) => id === event.target.value);
              if (profile) onChange({ ...value, profile });
            }}
          >
            {withStored(PROFILE_IDS, value.profile).map((id) => (
              <option key={id} value={id}>
                {profileName(id)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Quality" hint="The picture's share of your upload.">
        {(control) => (
          <Select
            {...control}
            value={value.quality}
            onChange={(event) => {
              const quality = QUALITIES.find((name) => name === event.target.value);
              if (quality) onChange({ ...value, quality });
            }}
          >
            {withStored(QUALITIES, value.quality).map((quality) => (
              <option key={quality} value={quality}>
                {qualityName(value.profile, quality)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
