import { setImmediate as nextTurn } from "node:timers/promises";
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

  it("cost as much to refuse for nobody as for somebody", async () => {
    const stored = await hashPassword("right");
    // The processor's own time, by turns: the machine may have other things to do.
    const costs: Record<"somebody" | "nobody", number[]> = { somebody: [], nobody: [] };
    for (let round = 0; round < 7; round++) {
      for (const [name, hash] of [["somebody", stored] as const, ["nobody", null] as const]) {
        const before = process.cpuUsage();
        expect(await verifyPassword(hash, "wrong")).toBe(false);
        const { user, system } = process.cpuUsage(before);
        costs[name].push(user + system);
      }
    }
    const ratio = Math.min(...costs.nobody) / Math.min(...costs.somebody);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it("leave the event loop free while they are derived", async () => {
    let turns = 0;
    let isDerived = false;
    const derived = Promise.all([hashPassword("a"), hashPassword("b"), hashPassword("c")]).then(() => (isDerived = true));
    for (; !isDerived; turns += 1) await nextTurn();
    await derived;
    expect(turns).toBeGreaterThan(2);
  });
});
