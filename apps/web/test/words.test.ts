import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { isUnreachable, messageOf, reasonOf, RequestError, saidOf } from "../src/lib/errors.ts";
import { age, bitrate, bytes, fileSize, plural, sinceTime } from "../src/lib/format.ts";
import { relativeTime } from "../src/lib/relative-time.ts";

test("figures are written the way an operator reads them", () => {
  expect(fileSize(1024 * 1024 * 1.5, 1)).toBe("1.5 MB");
  expect(fileSize(1024 * 1024 * 1.5, 2)).toBe("1.50 MB");
  expect([0, 999, 1000, 59_999, 60_000, 3_600_000].map(age)).toEqual([
    "just now",
    "just now",
    "1 s ago",
    "59 s ago",
    "1 min ago",
    "1 h ago",
  ]);
  expect(bitrate(4660.4)).toBe("4,660 kbit/s");
  expect([900_000, 2_500_000, 2_810_000_000].map(bytes)).toEqual(["900 kB", "2.5 MB", "2.81 GB"]);
  expect([plural(1, "track"), plural(2000, "track")]).toEqual(["1 track", "2,000 tracks"]);
});

test("relative times use the standard wording, and nonsense gives nothing", () => {
  const nowMs = Date.UTC(2026, 2, 1);
  expect(relativeTime(new Date(nowMs - 3 * 60_000).toISOString(), nowMs)).toBe("3 minutes ago");
  expect(relativeTime("yesterday")).toBe("");
});

test("what has been so since another day says which, and since today the time alone", () => {
  const nowMs = Date.UTC(2026, 2, 1, 21);
  expect(sinceTime("2026-03-01T20:41:07Z", nowMs, "UTC")).toBe("20:41:07");
  expect(sinceTime("2026-02-26T20:41:07Z", nowMs, "UTC")).toBe("26 Feb, 20:41:07");
  // By the clocks of the zone: the day begins there at another moment.
  expect(sinceTime("2026-02-28T23:41:07Z", nowMs, "Europe/Berlin")).toBe("00:41:07");
});

test("a failed call tells the status and the server's reason", () => {
  expect(new RequestError(413, reasonOf('{"message":"Too large"}', "Payload Too Large")).message).toBe("413: Too large");
  expect(reasonOf("<h1>Bad gateway</h1>", "Bad Gateway")).toBe("<h1>Bad gateway</h1>");
  expect(reasonOf("", "Bad Gateway")).toBe("Bad Gateway");
});

test("the fallback stands in only when the server said nothing", () => {
  const told = TRPCClientError.from({ error: { message: "Wrong e-mail or password", code: -32001, data: { httpStatus: 401 } } });
  const silent = TRPCClientError.from(new TypeError("Failed to fetch"));
  expect(messageOf(told, "Login failed")).toBe("Wrong e-mail or password");
  expect(messageOf(silent, "Login failed")).toBe("Login failed");
  expect([isUnreachable(told), isUnreachable(silent)]).toEqual([false, true]);
});

test("a proxy's page is told by its status beside what failed, and a file that is too large for it by that; the server's own words alone", () => {
  const said = (status: number, reason: string) => saidOf(new RequestError(status, reason), "Failed to upload file");
  expect(said(413, "Too large")).toEqual({ text: "Too large" });
  expect(said(413, "\n<html><body><h1>413 Request Entity Too Large</h1></body></html>")).toEqual({
    text: "Failed to upload file",
    reason: "The proxy in front of the studio takes no file of this size. Whoever runs it can allow larger ones.",
  });
  expect(said(502, "<html>")).toEqual({ text: "Failed to upload file", reason: "The server answered with status 502." });
  // Over HTTP/2 nothing has a status text.
  expect(said(504, "")).toEqual({ text: "Failed to upload file", reason: "The server answered with status 504." });
});
