import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { isUnreachable, messageOf, reasonOf, RequestError } from "../src/lib/errors.ts";
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

test("the page that a proxy answers an upload with is nothing that the server said, nor is an answer without a reason", () => {
  const said = (reason: string) => messageOf(new RequestError(413, reason), "Failed to upload file");
  expect(said("Too large")).toBe("Too large");
  expect(said("\n<html><body><h1>413 Request Entity Too Large</h1></body></html>")).toBe("Failed to upload file");
  expect(said("")).toBe("Failed to upload file");
});
