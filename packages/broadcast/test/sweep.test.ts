import { afterEach, describe, expect, it } from "vitest";
import { Sweep, type Swept } from "../src/egress/sweep.ts";
import { SocketReader } from "../src/egress/kernel/index.ts";
import { memoryLog } from "./support/engine.ts";

const sweeps: Sweep[] = [];
afterEach(() => sweeps.splice(0).forEach((sweep) => sweep.close()));

function swept(sessions: readonly Swept[], isFeeding: () => boolean = () => true) {
  const { log, lines } = memoryLog();
  const sweep = new Sweep(() => sessions, log, isFeeding, new SocketReader(null));
  sweeps.push(sweep);
  return { sweep, lines };
}

/** Counts its looks; fails where it is told to. */
function session(streamId: string, fails: { poll?: boolean; isPollDue?: boolean } = {}) {
  const looks: boolean[] = [];
  const unfed = { looks: 0 };
  const told: Swept = {
    plan: { streamId },
    get isPollDue() {
      if (fails.isPollDue) throw new Error("a fault of one session");
      return false;
    },
    notFed: () => void (unfed.looks += 1),
    poll(_sockets, isSweep) {
      if (fails.poll) throw new TypeError("Invalid URL");
      looks.push(isSweep);
    },
  };
  return { told, looks, unfed, fails };
}

describe("one look over all sessions", () => {
  it("goes on to the others where one of them fails, says so once, and again when that fails anew", () => {
    const [bad, good] = [session("bad", { poll: true, isPollDue: true }), session("good")];
    const { sweep, lines } = swept([bad.told, good.told]);
    for (let nowMs = 0; nowMs < 10_000; nowMs += 100) sweep.look(nowMs);
    expect(good.looks.length).toBeGreaterThanOrEqual(10);
    expect(lines.map(({ level, fields }) => [level, fields["streamId"]])).toEqual([["error", "bad"]]);
    Object.assign(bad.fails, { poll: false, isPollDue: false });
    sweep.look(20_000);
    expect(bad.looks).toHaveLength(1);
    bad.fails.poll = true;
    sweep.look(30_000);
    expect(lines).toHaveLength(2);
  });

  it("looks about once a second at all, and in between only at those that cannot wait", () => {
    const [calm, urgent] = [session("calm"), session("urgent")];
    Object.defineProperty(urgent.told, "isPollDue", { value: true });
    const { sweep } = swept([calm.told, urgent.told]);
    for (let nowMs = 0; nowMs < 3000; nowMs += 100) sweep.look(nowMs);
    expect(calm.looks).toEqual([true, true, true]);
    expect(urgent.looks.filter((isSweep) => !isSweep)).toHaveLength(27);
  });

  it("holds no silence of our own playout thread against a destination: it is told of that before it is looked at", () => {
    let isFeeding = true;
    const one = session("one");
    const { sweep } = swept([one.told], () => isFeeding);
    for (let nowMs = 0; nowMs < 3000; nowMs += 100) sweep.look(nowMs);
    expect(one.unfed.looks).toBe(0);
    isFeeding = false;
    for (let nowMs = 3000; nowMs < 6000; nowMs += 100) sweep.look(nowMs);
    expect([one.unfed.looks, one.looks.length]).toEqual([3, 6]);
  });
});
