import { expect, test } from "vitest";
import { shownTexts, startTexts } from "../src/features/streams/on-air/start-texts.ts";

const stream = { title: "Night Desk", description: "Slow and black" };

test("Start is sent only the texts that were typed: what somebody else has saved meanwhile stays", () => {
  expect(startTexts(stream, {})).toEqual({});
  expect(startTexts(stream, { title: " Tonight " })).toEqual({ title: "Tonight" });
  expect(startTexts(stream, { title: "Night Desk ", description: "Slow and black" })).toEqual({});
  expect(startTexts(stream, { description: "" })).toEqual({ description: "" });
  expect(startTexts(stream, { title: " ", description: "Until dawn" })).toEqual({ description: "Until dawn" });
  expect(startTexts({ title: "Night Desk", description: null }, { description: " " })).toEqual({});
});

test("the fields follow the stream until they are typed in", () => {
  expect(shownTexts({ title: "Day Desk", description: null }, { title: "Tonight" })).toEqual({ title: "Tonight", description: "" });
});
