import { isTimeZone } from "@nightjar/contract";
import { expect, test } from "vitest";
import { allZones } from "../src/features/streams/settings/all-zones.ts";
import { knownZone, ownZone, zoneName } from "../src/lib/zone.ts";

test("zones are offered under the names that are in use, each once, and all of them are taken", () => {
  const all = allZones();
  for (const name of ["UTC", "Europe/Berlin", "Asia/Kolkata", "Europe/Kyiv"]) expect(all).toContain(name);
  for (const name of ["Asia/Calcutta", "Europe/Kiev"]) expect(all).not.toContain(name);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((name) => !isTimeZone(name))).toEqual([]);
});

test("times are by the clocks of the zone that was chosen, and by this browser's own where it is not known", () => {
  expect(knownZone("Asia/Kolkata")).toBe("Asia/Kolkata");
  for (const timeZone of [null, "Mars/Olympus"]) expect(knownZone(timeZone)).toBe(ownZone());
  expect(zoneName("America/New_York")).toBe("America/New York");
});
