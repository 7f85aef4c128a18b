import { describe, expect, it } from "vitest";
import { createLoginGuard } from "../src/auth/login-guard.ts";

function guardAt() {
  const clock = { now: 0, nowMs: () => clock.now };
  const guard = createLoginGuard(clock);
  const isRefused = (address: string, email: string) => {
    try {
      guard.begin(address, email);
      return false;
    } catch {
      return true;
    }
  };
  return { clock, guard, isRefused };
}

describe("the login guard", () => {
  it("never makes the owner wait for more than a minute, however long somebody guesses", () => {
    const { clock, isRefused } = guardAt();
    for (let second = 0; second < 3600; second++) {
      clock.now += 1000;
      isRefused("1.1.1.1", "owner@example.com");
    }
    clock.now += 60_000;
    expect(isRefused("1.1.1.1", "owner@example.com")).toBe(false);
  });

  it("lets few guesses through in an hour", () => {
    const { clock, isRefused } = guardAt();
    let tried = 0;
    for (let second = 0; second < 3600; second++) {
      clock.now += 1000;
      if (!isRefused("1.1.1.1", "owner@example.com")) tried += 1;
    }
    expect(tried).toBeLessThan(80);
  });

  it("counts attempts at the same moment before any of them is verified", () => {
    const { isRefused } = guardAt();
    const refused = Array.from({ length: 20 }, () => isRefused("1.1.1.1", "owner@example.com"));
    expect(refused.filter((one) => !one)).toHaveLength(5);
  });

  it("tells addresses and accounts apart, and forgets after a success", () => {
    const { guard, isRefused } = guardAt();
    for (let attempt = 0; attempt < 9; attempt++) isRefused("1.1.1.1", "owner@example.com");
    expect(isRefused("2.2.2.2", "owner@example.com")).toBe(false);
    expect(isRefused("1.1.1.1", "other@example.com")).toBe(false);
    for (let attempt = 0; attempt < 50; attempt++) {
      expect(isRefused("3.3.3.3", "owner@example.com")).toBe(false);
      guard.succeeded("3.3.3.3", "owner@example.com");
    }
  });

  it("bounds one address that tries many accounts", () => {
    const { isRefused } = guardAt();
    const refused = Array.from({ length: 200 }, (_, index) => isRefused("1.1.1.1", `user${index}@example.com`));
    expect(refused.filter((one) => !one).length).toBeLessThanOrEqual(100);
  });

  it.each<[what: string, address: (attempt: number) => string, other: string]>([
    ["however it is called within its IPv6 network", (attempt) => `2001:db8:1:2:${attempt}::${attempt}`, "2001:db8:1:3::1"],
    ["from whatever port a proxy tells it", (attempt) => `1.2.3.4:${50_000 + attempt}`, "1.2.3.5:50000"],
    ["from whatever port of its IPv6 address", (attempt) => `[2001:db8::${attempt}]:${443 + attempt}`, "[2001:db8:0:1::1]:443"],
    [
      "by IPv4 as that is, or within IPv6",
      (attempt) => ["1.2.3.4", "::ffff:1.2.3.4", "::FFFF:102:304"][attempt % 3] ?? "",
      "::ffff:1.2.3.5",
    ],
    ["by whatever zone", (attempt) => `fe80::1%eth${attempt}`, "fe80:1::1%eth0"],
  ])("counts one host as one, %s, and another as another", (_what, address, other) => {
    const { guard, isRefused } = guardAt();
    const refused = Array.from({ length: 9 }, (_, attempt) => isRefused(address(attempt), "owner@example.com"));
    expect(refused.filter((one) => !one)).toHaveLength(5);
    expect(isRefused(other, "owner@example.com")).toBe(false);
    for (let attempt = 0; attempt < 3; attempt++) guard.limit("register", address(attempt), 3);
    expect(() => guard.limit("register", address(3), 3)).toThrow("Too many attempts");
    guard.limit("register", other, 3);
  });

  it("takes all of IPv4 for as many hosts where NAT64 leads to us, and what is no address as it is", () => {
    const { isRefused } = guardAt();
    const refusals = (address: (attempt: number) => string) =>
      Array.from({ length: 9 }, (_, attempt) => isRefused(address(attempt), "owner@example.com")).filter(Boolean);
    expect(refusals((attempt) => `64:ff9b::1.2.3.${attempt}`)).toEqual([]);
    expect(refusals((attempt) => `unknown-${attempt}`)).toEqual([]);
  });

  it("lets everybody else behind an address in, however long and often one client there tries with an old password", () => {
    const { clock, guard, isRefused } = guardAt();
    let shutOut = 0;
    for (let second = 0; second < 24 * 3600; second += 5) {
      clock.now = second * 1000;
      isRefused("1.1.1.1", "stuck@example.com");
      if (second % 600 !== 0) continue;
      if (isRefused("1.1.1.1", "colleague@example.com")) shutOut += 1;
      else guard.succeeded("1.1.1.1", "colleague@example.com");
    }
    expect(shutOut).toBe(0);
  });

  it("keeps a bounded memory of strangers", () => {
    const { isRefused } = guardAt();
    for (let attempt = 0; attempt < 6; attempt++) isRefused("1.1.1.1", "owner@example.com");
    for (let index = 0; index < 20_000; index++) isRefused(`10.0.${index >> 8}.${index & 255}`, "x@example.com");
    expect(isRefused("1.1.1.1", "owner@example.com")).toBe(false);
  });
});
