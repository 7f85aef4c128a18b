import type { TimeZone } from "@nightjar/contract";
import { Field, Select } from "@nightjar/ui";
import { ownZone, zoneName } from "../../../lib/zone.ts";
import { allZones } from "./all-zones.ts";

/** By continent, as they are found fastest in a long list. */
function zonesByRegion(chosen: TimeZone): Map<string, string[]> {
  const all = allZones();
  const shown = chosen === null || all.includes(chosen) ? all : [chosen, ...all];
  return Map.groupBy(shown, (name) => (name.includes("/") ? (name.split("/")[0] ?? "") : "Everywhere"));
}

interface ZoneFieldProps {
  value: TimeZone;
  error?: string | undefined;
  onChange: (timeZone: TimeZone) => void;
}

/** By whose clocks the stream's log and rundown are told. */
export function ZoneField({ value, error, onChange }: ZoneFieldProps) {
  return (
    <Field
      label="Time zone"
      error={error}
      hint="Of the days and times in its log, the log's file and its tracklist, for everybody. Nothing changes on air."
    >
      {(control) => (
        <Select {...control} value={value ?? ""} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">Each operator's own (here {zoneName(ownZone())}); files in UTC</option>
          {[...zonesByRegion(value)].map(([region, names]) => (
            <optgroup key={region} label={region}>
              {names.map((name) => (
                <option key={name} value={name}>
                  {zoneName(name)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
    </Field>
  );
}
