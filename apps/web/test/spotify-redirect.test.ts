import { expect, it } from "vitest";
import { isRedirectTaken } from "../src/features/spotify/redirect.ts";

it.each([
  ["https://studio.example/api/auth/spotify/callback", true],
  ["http://127.0.0.1:3000/api/auth/spotify/callback", true],
  ["http://[::1]:3000/api/auth/spotify/callback", true],
  ["http://localhost:3000/api/auth/spotify/callback", false],
  ["http://192.168.1.4:3000/api/auth/spotify/callback", false],
  ["http://studio.example/api/auth/spotify/callback", false],
])("whether Spotify sends somebody back to %s: %s", (address, isTaken) => {
  expect(isRedirectTaken(address)).toBe(isTaken);
});
