import { describe, expect, it } from "vitest";
import { TICK_MS } from "../src/playout/pace.ts";
import { Delivery, LOOKED_AWAY_MS, STALLED_AFTER_MS } from "../src/egress/delivery.ts";
import { TakenHistory } from "../src/egress/taken-history.ts";

function delivered() {
  let nowMs = 1_000_000;
  const taken = new TakenHistory();
  const delivery = new Delivery(taken, () => nowMs);
  const lastHour = () => taken.hour(nowMs);
  const pass = (ms: number) => void (nowMs += ms);
  /** Time in which we look, and see nothing taken. */
  const look = (ms: number, newBytes = 0) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= 250) {
      pass(Math.min(250, leftMs));
      delivery.take({ newBytes, roomBytes: newBytes, isTaken: false });
    }
  };
  return { delivery, pass, look, lastHour };
}

describe("a destination that is sent to", () => {
  it("is stalled after 2.75 s without evidence and lost after 4.5 s, however many bytes are acknowledged", () => {
    const { delivery, look } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 100, roomBytes: 100, isTaken: true });
    look(STALLED_AFTER_MS, 1000);
    expect(delivery.verdict()).toBe("well");
    look(1);
    expect(delivery.verdict()).toBe("stalled");
    look(4_500 - STALLED_AFTER_MS);
    expect(delivery.verdict()).toBe("lost");
    delivery.take({ newBytes: 1, roomBytes: 1, isTaken: true });
    expect(delivery.verdict()).toBe("well");
    expect(delivery.figures).toMatchObject({ bytesSent: 100 + 11 * 1000 + 1, evidenceAgeMs: 0 });
  });

  it("has those deadlines from the moment its next publisher is fed, not from evidence of the one before", () => {
    const { delivery, look } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 1, roomBytes: 1, isTaken: true });
    look(60_000);
    delivery.begin();
    expect(delivery.verdict()).toBe("well");
    look(4_501);
    expect(delivery.verdict()).toBe("lost");
  });

  it("has them anew where nobody looked and fed: time in which the machine stood still is no fault of the far end", () => {
    const { delivery, pass, look } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 1, roomBytes: 1, isTaken: true });
    look(2_000);
    pass(10_000);
    delivery.take({ newBytes: 0, roomBytes: 0, isTaken: false });
    expect(delivery.verdict()).toBe("well");
    look(STALLED_AFTER_MS);
    expect(delivery.verdict()).toBe("well");
    look(4_501 - STALLED_AFTER_MS);
    expect(delivery.verdict()).toBe("lost");
  });

  it("has them anew where our own playout thread has fed nobody, though we looked all the time", () => {
    const { delivery, look } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 1, roomBytes: 1, isTaken: true });
    look(4_000);
    delivery.notFed();
    expect(delivery.verdict()).toBe("well");
    look(STALLED_AFTER_MS);
    expect(delivery.verdict()).toBe("well");
    look(4_501 - STALLED_AFTER_MS);
    expect(delivery.verdict()).toBe("lost");
  });

  it("has them as they were where a look came late by less than a second", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 1, roomBytes: 1, isTaken: true });
    for (let count = 0; count < 3; count += 1) {
      pass(LOOKED_AWAY_MS);
      delivery.take({ newBytes: 0, roomBytes: 0, isTaken: false });
    }
    expect(delivery.verdict()).toBe("lost");
  });
});

describe("a destination that is being connected", () => {
  it("has ten seconds from when it is fed, and as long as it takes until then", () => {
    const { delivery, look, pass } = delivered();
    delivery.pause();
    pass(3_600_000);
    expect(delivery.verdict()).toBe("well");
    delivery.beginWherePaused();
    look(6_000);
    delivery.beginWherePaused();
    look(4_000);
    expect(delivery.verdict()).toBe("well");
    look(1);
    expect(delivery.verdict()).toBe("lost");
  });

  it("has them anew where nobody looked", () => {
    const { delivery, look, pass } = delivered();
    delivery.begin();
    look(6_000);
    pass(60_000);
    look(9_000);
    expect(delivery.verdict()).toBe("well");
    look(1_500);
    expect(delivery.verdict()).toBe("lost");
  });
});

describe("what is taken over a connection", () => {
  it("proves it half a second later, if it stands until then, and is progress after five", () => {
    const { delivery, look } = delivered();
    delivery.begin();
    look(1_000, 100);
    expect(delivery.isTaken).toBe(false);
    delivery.take({ newBytes: 1000, roomBytes: 1000, isTaken: true });
    look(499);
    expect([delivery.isTaken, delivery.isProven]).toEqual([true, false]);
    look(1);
    expect(delivery.isProven).toBe(true);
    for (let second = 1; second < 5; second += 1) {
      look(1_000);
      delivery.take({ newBytes: 1000, roomBytes: 1000, isTaken: true });
      expect(delivery.isLasting).toBe(false);
    }
    look(500);
    expect(delivery.isLasting).toBe(false);
    delivery.take({ newBytes: 1000, roomBytes: 1000, isTaken: true });
    expect(delivery.isLasting).toBe(true);
  });

  it("says nothing of the next one", () => {
    const { delivery, look } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 1000, roomBytes: 1000, isTaken: true });
    look(6_000);
    delivery.take({ newBytes: 1000, roomBytes: 1000, isTaken: true });
    delivery.pause();
    delivery.begin();
    look(9_000);
    expect([delivery.isTaken, delivery.isProven, delivery.isLasting, delivery.verdict()]).toEqual([false, false, false, "well"]);
  });
});

describe("the bit rate", () => {
  it("leaves out the burst at a connection's beginning, and begins anew with each", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 0, roomBytes: 0, isTaken: false });
    for (let second = 0; second < 20; second += 1) {
      pass(1_000);
      delivery.take({ newBytes: second === 0 ? 5_000_000 : 500_000, roomBytes: second === 0 ? 5_000_000 : 500_000, isTaken: true });
    }
    expect(delivery.figures.bitrateKbps).toBe(4_000);
    delivery.pause();
    expect(delivery.figures.bitrateKbps).toBe(0);
  });

  it("stands within a tenth of what is sent, although that comes in bursts and the looks fall between them as they may", () => {
    const { delivery, pass } = delivered();
    delivery.begin();
    delivery.take({ newBytes: 0, roomBytes: 0, isTaken: false });
    const told: number[] = [];
    let bursts = 0;
    for (let look = 1; look <= 120; look += 1) {
      pass(970);
      const arrived = Math.floor((look * 970) / TICK_MS);
      delivery.take({
        newBytes: (arrived - bursts) * 500 * TICK_MS,
        roomBytes: (arrived - bursts) * 500 * TICK_MS,
        isTaken: arrived > bursts,
      });
      bursts = arrived;
      if (look > 20) told.push(delivery.figures.bitrateKbps);
    }
    expect(Math.min(...told)).toBeGreaterThan(3_600);
    expect(Math.max(...told)).toBeLessThan(4_400);
  });
});

describe("a destination that takes less than the stream has", () => {
  /** Looks once a second at what its kernel and its program take, in kbit/s. */
  function taken(seconds: number, rates: (second: number) => { kernel: number; program: number }) {
    const { delivery, pass } = delivered();
    delivery.begin();
    return Array.from({ length: seconds }, (_, second) => {
      pass(1000);
      const { kernel, program } = rates(second);
      delivery.take({ newBytes: kernel * 125, roomBytes: program * 125, isTaken: true });
      return delivery.takesOnly(2300);
    });
  }

  it("is told as too slow once that lasts, with what its program takes, whatever its kernel still buffers", () => {
    const told = taken(60, (second) => ({ kernel: second < 30 ? 2300 : 1000, program: 1000 }));
    const first = told.findIndex((kbps) => kbps !== null);
    expect(first).toBeGreaterThan(8);
    expect(first).toBeLessThan(20);
    expect(told.at(-1)).toBeCloseTo(1000, -1);
    const uplink = taken(60, () => ({ kernel: 1000, program: 1000 }));
    expect(uplink.at(-1)).toBeCloseTo(1000, -1);
  });

  it("is not for a few seconds of less, nor for bursts", () => {
    const pauses = (second: number) => (second % 30 < 3 ? 0 : 2300);
    expect(taken(60, (second) => ({ kernel: pauses(second), program: pauses(second) })).filter(Boolean)).toEqual([]);
    const bursts = (second: number) => (second % 2 === 0 ? 0 : 4600);
    expect(taken(60, (second) => ({ kernel: bursts(second), program: bursts(second) })).filter(Boolean)).toEqual([]);
  });

  it("is not any more, when it keeps up", () => {
    const told = taken(90, (second) => ({ kernel: 2300, program: second < 40 ? 1000 : 2300 }));
    expect(told[39]).not.toBeNull();
    expect(told.at(-1)).toBeNull();
  });

  it("tells what it took by quarters of a minute, of the time in which it was fed alone", () => {
    const { delivery, pass, look, lastHour } = delivered();
    pass(5000);
    delivery.take({ newBytes: 0, roomBytes: 0, isTaken: false });
    delivery.begin();
    look(60_000, 125_000);
    const known = lastHour().kbps.filter((kbps) => kbps !== null);
    expect(new Set(known)).toEqual(new Set([4000]));
    expect(known.length).toBeGreaterThanOrEqual(3);
  });
});
