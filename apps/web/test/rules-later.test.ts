import { expect, test } from "vitest";
import { unconfirmed } from "../src/features/auth/rules-later.ts";

test("a password that is typed twice is held to be the same where the rules cannot be had: the server is never sent the second", () => {
  expect(unconfirmed({ email: "mia@label.example", password: "a good one", confirmPassword: "a good ome" })).toBe("Passwords don't match");
  expect(unconfirmed({ email: "mia@label.example", password: "a good one", confirmPassword: "" })).toBe("Passwords don't match");
  expect(unconfirmed({ newPassword: "a good one", confirmPassword: "a good ome" })).toBe("Passwords don't match");
  const change = { currentPassword: "before", newPassword: "a good one" };
  expect(unconfirmed({ ...change, confirmPassword: "a good ome" })).toBe("Passwords don't match");
  expect(unconfirmed({ ...change, confirmPassword: "" })).toBe("Please confirm your password");
});

test("what is typed twice the same, or once, is left to the server", () => {
  expect(unconfirmed({ email: "mia@label.example", password: "a good one", confirmPassword: "a good one" })).toBeNull();
  expect(unconfirmed({ currentPassword: "before", newPassword: "a good one", confirmPassword: "a good one" })).toBeNull();
  expect(unconfirmed({ email: "mia@label.example", password: "a good one" })).toBeNull();
});
