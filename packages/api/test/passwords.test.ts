import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "../src/auth/passwords.ts";

describe("passwords", () => {
  it("are stored as argon2id with their own parameters, salted", async () => {
    const [one, two] = await Promise.all([hashPassword("same"), hashPassword("same")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(one, "same")).toBe(true);
    expect(await verifyPassword(one, "Same")).toBe(false);
    expect(await verifyPassword("nonsense", "same")).toBe(false);
  });

  it("are the same however the keyboard composes an accent", async () => {
    expect(await verifyPassword(await hashPassword("caf\u00e9"), "cafe\u0301")).toBe(true);
  });

  it("take as long to refuse for nobody as for somebody", async () => {
    const stored = await hashPassword("right");
    const timeOf = async (hash: string | null) => {
      const times: number[] = [];
      for (let round = 0; round < 7; round++) {
        const startedAtMs = performance.now();
        expect(await verifyPassword(hash, "wrong")).toBe(false);
        times.push(performance.now() - startedAtMs);
      }
      return Math.min(...times);
    };
    const [somebody, nobody] = [await timeOf(stored), await timeOf(null)];
    expect(nobody / somebody).toBeGreaterThan(0.5);
    expect(nobody / somebody).toBeLessThan(2);
  });

  it("leave the event loop free while they are derived", async () => {
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await Promise.all([hashPassword("a"), hashPassword("b"), hashPassword("c")]);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
  });
});
