import { expect, test } from "vitest";
import { isTimeZone, startOfDayMs, streamPatch, zonedIso, zoneOffsetMs } from "../src/index.ts";

const iso = (zone: string, ...day: [year: number, month: number, day: number]) => new Date(startOfDayMs(zone, ...day)).toISOString();
const HOUR_MS = 3_600_000;

test("a time zone is a name of the IANA database, and what is none is refused in a sentence", () => {
  const names = ["Europe/Berlin", "UTC", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Asia/Kolkata"];
  for (const timeZone of [...names, null]) expect(streamPatch.parse({ timeZone })).toEqual({ timeZone });
  for (const timeZone of ["", "Mars/Olympus", "+05:30", "Europe/Berlin ", "../../etc/passwd", "x".repeat(5000), 7]) {
    const { error } = streamPatch.safeParse({ timeZone });
    expect(
      error?.issues.map(({ message }) => message),
      String(timeZone),
    ).toEqual(["There is no such time zone: it is a name like Europe/Berlin or America/New_York"]);
  }
  expect(isTimeZone("Europe/Berlin")).toBe(true);
});

test("clocks of a zone are before or behind UTC as they are at that moment, also within a second and before 1970", () => {
  expect(zoneOffsetMs("Europe/Berlin", Date.UTC(2026, 0, 1))).toBe(HOUR_MS);
  expect(zoneOffsetMs("Europe/Berlin", Date.UTC(2026, 6, 1, 0, 0, 0, 999))).toBe(2 * HOUR_MS);
  expect(zoneOffsetMs("Asia/Kolkata", Date.UTC(2026, 0, 1))).toBe(5.5 * HOUR_MS);
  expect(zoneOffsetMs("America/New_York", Date.UTC(1969, 11, 31, 23, 59, 59, 1))).toBe(-5 * HOUR_MS);
  expect(zoneOffsetMs("Mars/Olympus", 0)).toBe(0);
});

test("a day begins at midnight of its zone, and where clocks are put forward at midnight with the first moment there is", () => {
  expect(iso("Europe/Berlin", 2026, 3, 29)).toBe("2026-03-28T23:00:00.000Z");
  expect(iso("Europe/Berlin", 2026, 3, 30)).toBe("2026-03-29T22:00:00.000Z");
  expect(iso("America/New_York", 2026, 3, 1)).toBe("2026-03-01T05:00:00.000Z");
  // Santiago puts its clocks forward at midnight: the day begins at one o'clock.
  expect(iso("America/Santiago", 2024, 9, 8)).toBe("2024-09-08T04:00:00.000Z");
  expect(zonedIso(startOfDayMs("America/Santiago", 2024, 9, 8), "America/Santiago")).toBe("2024-09-08T01:00:00.000-03:00");
  // And back at midnight: the hour before comes twice, and belongs to the day before.
  expect(zonedIso(startOfDayMs("America/Santiago", 2024, 4, 7), "America/Santiago")).toBe("2024-04-07T00:00:00.000-04:00");
  // The day behind the last of a month.
  expect(iso("UTC", 2026, 2, 29)).toBe("2026-03-01T00:00:00.000Z");
});

test("a time is written as the zone's clocks show it, with how far they are from UTC", () => {
  const atMs = Date.UTC(2026, 2, 1, 20, 15, 3, 40);
  expect(zonedIso(atMs, null)).toBe("2026-03-01T20:15:03.040Z");
  expect(zonedIso(atMs, "Europe/Berlin")).toBe("2026-03-01T21:15:03.040+01:00");
  expect(zonedIso(atMs, "America/St_Johns")).toBe("2026-03-01T16:45:03.040-03:30");
  for (const zone of ["Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"]) expect(Date.parse(zonedIso(atMs, zone))).toBe(atMs);
});
