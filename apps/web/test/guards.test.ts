import { expect, test } from "vitest";
import { isCurrent } from "../src/layout/nav.ts";
import { guardTarget } from "../src/lib/guards.ts";

const user = (status: string, role = "staff") => ({ email: "a@b.test", role, status, createdAt: "2026-11-21T00:00:00Z" });

test("a missing token or a missing user goes to the sign-in page", () => {
  expect(guardTarget(null, user("approved"), false)).toBe("/login");
  expect(guardTarget("", user("approved"), false)).toBe("/login");
  expect(guardTarget("token", null, false)).toBe("/login");
});

test("a pending account waits, any other that is not approved signs in again", () => {
  expect(guardTarget("token", user("pending"), false)).toBe("/waiting-approval");
  expect(guardTarget("token", user("pending", "admin"), true)).toBe("/waiting-approval");
  expect(guardTarget("token", user("rejected"), false)).toBe("/login");
  expect(guardTarget("token", user("whatever"), false)).toBe("/login");
});

test("only an administrator passes the door to /admin", () => {
  expect(guardTarget("token", user("approved"), true)).toBe("/dashboard");
  expect(guardTarget("token", user("approved", "admin"), true)).toBeNull();
  expect(guardTarget("token", user("approved"), false)).toBeNull();
});

test("the dashboard's entry is current at both its addresses and nowhere else", () => {
  expect(["/", "/dashboard", "/dashboard/", "/library"].map((path) => isCurrent("/", path))).toEqual([true, true, true, false]);
  expect(["/library", "/library/", "/librarian"].map((path) => isCurrent("/library", path))).toEqual([true, true, false]);
});
