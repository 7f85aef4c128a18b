import { describe, expect, it } from "vitest";
import { TICK_MS } from "../src/playout/pace.ts";
import { Delivery, STALLED_AFTER_MS } from "../src/egress/delivery.ts";

function delivered() {
  let nowMs = 1_000_000;
  const delivery = new Delivery(() => nowMs);
  return { delivery, pass: (ms: number) => void (nowMs += ms) };
}

describe("a destination that is sent to", () => {
  it("is stalled after 2.75 s without evidence and lost after 4.5 s, however many bytes are acknowledged", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 100, isTaken: true });
    pass(STALLED_AFTER_MS);
    delivery.take({ newBytes: 1_000_000, isTaken: false });
    expect(delivery.verdict(false)).toBe("well");
    pass(1);
    expect(delivery.verdict(false)).toBe("stalled");
    pass(4_500 - STALLED_AFTER_MS);
    expect(delivery.verdict(false)).toBe("lost");
    delivery.take({ newBytes: 1, isTaken: true });
    expect(delivery.verdict(false)).toBe("well");
    expect(delivery.figures).toMatchObject({ bytesSent: 1_000_101, evidenceAgeMs: 0 });
  });

  it("has those deadlines from the moment its next connection is fed, not from evidence of the one before", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 1, isTaken: true });
    pass(60_000);
    delivery.begin();
    expect(delivery.verdict(false)).toBe("well");
    pass(4_501);
    expect(delivery.verdict(false)).toBe("lost");
  });
});

describe("a destination that is being connected", () => {
  it("has ten seconds from when it is fed, and as long as it takes until then", () => {
    const { delivery, pass } = delivered();
    delivery.pause();
    pass(3_600_000);
    expect(delivery.verdict(true)).toBe("well");
    delivery.beginWherePaused();
    pass(6_000);
    delivery.beginWherePaused();
    pass(4_000);
    expect(delivery.verdict(true)).toBe("well");
    pass(1);
    expect(delivery.verdict(true)).toBe("lost");
  });
});

describe("the bit rate", () => {
  it("leaves out the burst at a connection's beginning, and begins anew with each", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 0, isTaken: false });
    for (let second = 0; second < 20; second += 1) {
      pass(1_000);
      delivery.take({ newBytes: second === 0 ? 5_000_000 : 500_000, isTaken: true });
    }
    expect(delivery.figures.bitrateKbps).toBe(4_000);
    delivery.pause();
    expect(delivery.figures.bitrateKbps).toBe(0);
  });

  it("stands within a tenth of what is sent, although that comes in bursts and the looks fall between them as they may", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 0, isTaken: false });
    const told: number[] = [];
    let bursts = 0;
    for (let look = 1; look <= 120; look += 1) {
      pass(970);
      const arrived = Math.floor((look * 970) / TICK_MS);
      delivery.take({ newBytes: (arrived - bursts) * 500 * TICK_MS, isTaken: arrived > bursts });
      bursts = arrived;
      if (look > 20) told.push(delivery.figures.bitrateKbps);
    }
    expect(Math.min(...told)).toBeGreaterThan(3_600);
    expect(Math.max(...told)).toBeLessThan(4_400);
  });
});
