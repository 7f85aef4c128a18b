import { isTimeZone } from "@nightjar/contract";

/** Browsers list these under names that were given up. */
const RENAMED: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** All zones that can be chosen here, sorted. */
export function allZones(): string[] {
  const current = (name: string) => {
    const renamed = RENAMED[name];
    return renamed !== undefined && isTimeZone(renamed) ? renamed : name;
  };
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(current)])].toSorted();
}
