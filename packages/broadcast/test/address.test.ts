import { expect, it } from "vitest";
import { addressFault, hostOf } from "../src/egress/address.ts";

it.each([
  ["rtmp://a.example/live", "a.example", null],
  ["rtmps://a.example:443/live", "a.example:443", null],
  ["rtmp://[::1]:1935/live", "[::1]:1935", null],
  ["rtmp://host:65536/live", "host:65536", "The destination's address cannot be used: its port 65536 is above 65535."],
  ["rtmp://host:99999", "host:99999", "The destination's address cannot be used: its port 99999 is above 65535."],
  ["rtmp://[1]/live", "[1]", "The destination's address cannot be used: its host cannot be read."],
  ["rtmp://[::::]/l", "[::::]", "The destination's address cannot be used: its host cannot be read."],
  ["rtmp://user:secret@host:99999/live", "host:99999", "The destination's address cannot be used: its port 99999 is above 65535."],
  ["", "", "The destination's address cannot be used: its host cannot be read."],
])("the address %j is named %j, and told as %j", (url, host, fault) => {
  expect(hostOf(url)).toBe(host);
  expect(addressFault(url)).toBe(fault);
});
