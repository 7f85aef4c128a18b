import { CONDITION_CODES, ON_AIR_STATES, PLAN_CONDITION_CODES } from "@nightjar/contract";
import { expect, test } from "vitest";
import { isInTrouble } from "../src/features/streams/state/trouble.ts";

const ALL = [...CONDITION_CODES, ...PLAN_CONDITION_CODES];
const condition = (code: (typeof ALL)[number]) => ({ code, text: "", since: "" });

test("a stream that sends nothing, or nothing of its own, is in trouble", () => {
  expect(ON_AIR_STATES.filter((state) => isInTrouble({ state, conditions: [] }))).toEqual(["reconnecting", "slate", "failed"]);
});

test("a stream on air is in trouble when an audience can notice it, be it at one of its destinations", () => {
  const codes = ALL.filter((code) => isInTrouble({ state: "on-air", conditions: [condition(code)] }));
  expect(codes).toEqual([
    "silence",
    "black-picture",
    "frozen-picture",
    "destination-refused",
    "destination-down",
    "destination-slow",
    "not-planned",
    "destination-left-out",
  ]);
});
