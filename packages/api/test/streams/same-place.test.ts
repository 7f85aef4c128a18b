import { expect, test } from "vitest";
import { isSamePlace } from "../../src/streams/same-place.ts";

const at = (url: string, streamKey = "key") => ({ url, streamKey });

test.each([
  ["rtmp://far.example/app", "RTMP://Far.Example/app"],
  ["rtmp://far.example/app", "rtmp://far.example/app//"],
  ["rtmp://far.example/app", "rtmp://far.example:1935/app"],
  ["rtmps://far.example/app", "rtmps://far.example:443/app/"],
  ["rtmp://far.example", "rtmp://far.example:01935/"],
  ["rtmp://[2001:DB8::1]/app", "rtmp://[2001:db8::1]:1935/app"],
  // YouTube's backup, which is stored with a query.
  ["rtmp://b.far.example/live2?backup=1", "rtmp://b.far.example/live2"],
])("%s is the same place as %s", (one, other) => {
  expect(isSamePlace(at(one), at(other))).toBe(true);
  expect(isSamePlace(at(other), at(one))).toBe(true);
});

test.each([
  ["rtmp://far.example/app", "rtmp://far.example/App"],
  ["rtmp://far.example/app", "rtmp://far.example/app/more"],
  ["rtmp://far.example/app", "rtmp://far.example:443/app"],
  ["rtmp://far.example/app", "rtmps://far.example/app"],
  ["rtmp://far.example/app", "rtmp://near.example/app"],
])("%s is another place than %s", (one, other) => {
  expect(isSamePlace(at(one), at(other))).toBe(false);
});

test("with another key it is another place: a key means what it says, letter for letter", () => {
  expect(isSamePlace(at("rtmp://far.example/app", "key"), at("rtmp://far.example/app", "Key"))).toBe(false);
});
