import type { EngineEvent, OnAir, Plan } from "@nightjar/contract";
import { describe, expect, it } from "vitest";
import { heardPlace } from "../src/director/air/air.ts";
import type { AirEvent } from "../src/director/air/events.ts";
import { BEING_PREPARED, NOTHING_PLAYABLE, pictureNow } from "../src/director/air/reasons.ts";
import { ActualState } from "../src/director/session/actual-state.ts";
import { CarriedPlan } from "../src/director/session/carried-plan.ts";
import { showOnAir } from "../src/director/session/on-air-view.ts";
import { SessionObserver } from "../src/director/session/session-observer.ts";
import type { WatchedSession } from "../src/director/told/on-air-watch.ts";
import { unit } from "./support/air-answers.ts";
import { AirDesk, ITEMS } from "./support/air-desk.ts";
import { pointOf } from "./support/air-thread.ts";
import { memoryLog, planItem, testPlan } from "./support/engine.ts";
import { SILENCE } from "./support/synthetic.ts";

const plan = testPlan([planItem("a", { path: "/m/a", sha256: "a" }, 60_000)], "rtmp://unused/live", "unused");
const empty = { ...plan, items: [] };

/** A desk of a session whose destination takes what there is, and what the world is told of it. */
class ObservedDesk extends AirDesk {
  readonly told: OnAir[] = [];
  #watched: WatchedSession | null = null;
  readonly #observer: SessionObserver;

  constructor(of: Plan) {
    super(of);
    const desk = () => this;
    const state = new ActualState({ streamId: of.streamId, log: memoryLog().log, onChange: () => this.#observer.changed() });
    const parts = {
      ...{ plan: new CarriedPlan(of), state, journal: { historyBefore: () => [] } },
      session: {
        ...{ isOpen: true, progress: 1 },
        get air() {
          return desk().air;
        },
        get picture() {
          return pictureNow(desk().air);
        },
      },
      destinations: {
        ...{ trouble: null, troubles: [], onAir: () => [] },
        get isSent() {
          return heardPlace(desk().air) !== null;
        },
      },
      quarantine: { list: () => [] },
      watch: { conditions: [], renders: () => [], observe: (session: WatchedSession) => void (this.#watched = session) },
      emit: (event: EngineEvent) => {
        if (event.type === "on-air") this.told.push(event.onAir);
      },
    };
    this.#observer = new SessionObserver(parts as never);
    state.enter("preparing", null);
  }

  override take(event: AirEvent) {
    const effects = super.take(event);
    if (effects.some((effect) => effect.do === "tell")) this.#observer.airChanged();
    return effects;
  }

  /** On air with the slate, while the sound of the first track is being rendered. */
  static underSlate(): ObservedDesk {
    const desk = new ObservedDesk(plan);
    desk.begin();
    desk.see();
    desk.take({ is: "sound-rendering", wish: desk.wishes("sound")[0]?.id ?? "" });
    desk.pass(500);
    desk.write(600);
    desk.pass(700);
    return desk;
  }

  /** What is looked at of it once a second. */
  get watched(): WatchedSession | null {
    this.#observer.observe();
    return this.#watched;
  }

  /** As it was told last. */
  get last() {
    const onAir = this.told.at(-1);
    return { state: onAir?.state, reason: onAir?.reason, why: onAir?.picture.reason, next: onAir?.nextTrack?.title };
  }
}

const slate = (reason: string, next?: string) => ({ state: "slate", reason, why: reason, next });

describe("the reason of the slate is told as soon as it is another, and state and picture give the same", () => {
  it("where a track whose sound must be rendered comes into an empty list", () => {
    const desk = new ObservedDesk(empty);
    desk.begin();
    desk.write(0);
    desk.pass(10);
    expect(desk.last).toEqual(slate(NOTHING_PLAYABLE));
    desk.take({ is: "plan", plan });
    expect(desk.last).toEqual(slate(BEING_PREPARED, "Title a"));
  });

  it("where the only track cannot be played", () => {
    const desk = ObservedDesk.underSlate();
    expect(desk.last).toEqual(slate(BEING_PREPARED, "Title a"));
    desk.take({ is: "no-sound", wish: desk.wishes("sound")[0]?.id ?? "", leftOut: new Set(["a"]) });
    expect(desk.last).toEqual(slate(NOTHING_PLAYABLE));
  });

  it("where the list is emptied under it", () => {
    const desk = ObservedDesk.underSlate();
    desk.take({ is: "plan", plan: empty });
    expect(desk.last).toEqual(slate(NOTHING_PLAYABLE));
  });
});

it("the picture that is watched is the one on air, and since it is: also within a track that an earlier process has begun", () => {
  const left = new AirDesk(plan);
  left.beginWhole();
  const [first] = left.air.told;
  if (!first) throw new Error("it is lined up");
  const { serial } = first;
  const desk = new ObservedDesk(plan);
  desk.nowMs = 30_000;
  desk.take({
    is: "adopt",
    slate: { video: unit("slate"), silence: SILENCE.ref },
    segments: [{ ...first, pictures: [{ id: 2, video: unit("changed"), fromFrame: 0, at: "cut" }] }],
    shown: { videoSerial: serial, pictureId: 2, onAirAtMs: 20_000 },
    sounding: { serial, onAirAtMs: 0, startedAt: null },
    point: pointOf(serial, 2),
  });
  const picture = { video: { key: "changed" }, onAirAtMs: 20_000 };
  expect(desk.watched?.heard).toMatchObject({ segment: { serial }, onAirAtMs: 0, picture });
});

describe("a jump is told as what follows as soon as it is asked for, for the list goes on from there", () => {
  const jumped = (toMs: number) => {
    const desk = new ObservedDesk(testPlan(ITEMS, "rtmp://unused/live", "unused"));
    desk.beginWhole();
    desk.write(0);
    desk.bringAll();
    desk.pass(toMs);
    if (toMs > 50_000) desk.write(60_000);
    expect([heardPlace(desk.air)?.item?.itemId, desk.last.next]).toEqual(["item-a", "Title b"]);
    desk.take({ is: "jump", itemId: "item-c" });
    return desk.last.next;
  };
  it("while what follows is still to come", () => expect(jumped(10)).toBe("Title c"));
  it("and though another track is written, which is heard before that", () => expect(jumped(58_000)).toBe("Title c"));
});

it("a condition is marked where the reason of the state says the same, unless it holds for other destinations, too", () => {
  const { air } = new AirDesk(plan);
  const reason = "The destination refused the stream.";
  const marked = (...hosts: readonly string[]) => {
    const facts = {
      ...{ plan, reason, state: "reconnecting", wasOnAir: true },
      session: { air, isOpen: true, progress: 1, picture: pictureNow(air) },
      destinations: { onAir: () => [], troubles: hosts.map((host) => ({ kind: "refused", host, sentence: reason })) },
      journal: { historyBefore: () => [] },
      quarantine: { list: () => [] },
      watch: { renders: () => [], conditions: ["disk-full", "destination-refused"].map((code) => ({ code, text: "", since: "" })) },
    };
    return showOnAir(facts as never).conditions.flatMap(({ code, isReason }) => (isReason ? [code] : []));
  };
  expect(marked("a.example")).toEqual(["destination-refused"]);
  expect(marked("a.example", "b.example")).toEqual([]);
  expect(marked()).toEqual([]);
});
