import { expect, test } from "vitest";
import { metTexts, shownTexts, startTexts, stillTyped } from "../src/features/streams/on-air/start-texts.ts";

const stream = { title: "Night Desk", description: "Slow and black" };

test("Start is sent only the texts that were typed: what somebody else has saved meanwhile stays", () => {
  expect(startTexts(stream, {})).toEqual({});
  expect(startTexts(stream, { title: " Tonight " })).toEqual({ title: "Tonight" });
  expect(startTexts(stream, { title: "Night Desk ", description: "Slow and black" })).toEqual({});
  expect(startTexts(stream, { description: "" })).toEqual({ description: "" });
  expect(startTexts(stream, { title: " ", description: "Until dawn" })).toEqual({ description: "Until dawn" });
  expect(startTexts({ title: "Night Desk", description: null }, { description: " " })).toEqual({});
});

test("a letter that was taken back is typed no more; a space that others words are to follow is", () => {
  expect(stillTyped(stream, { title: "Night Desk", description: "Slow and blac" })).toEqual({ description: "Slow and blac" });
  expect(stillTyped(stream, { title: "Night Desk " })).toEqual({ title: "Night Desk " });
  expect(stillTyped({ title: "Night Desk", description: null }, { description: "" })).toEqual({});
});

test("a text of somebody else's is met where it is typed in, and was another when that was begun", () => {
  const was = { title: "Day Desk", description: "Slow and black" };
  expect(metTexts(stream, { title: "Tonight", description: "Until dawn" }, was)).toEqual(["title"]);
  expect(metTexts(stream, { description: "Until dawn" }, was)).toEqual([]);
});

test("the fields follow the stream until they are typed in", () => {
  expect(shownTexts({ title: "Day Desk", description: null }, { title: "Tonight" })).toEqual({ title: "Tonight", description: "" });
});
