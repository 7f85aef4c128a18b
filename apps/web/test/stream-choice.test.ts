import { streamId } from "@nightjar/contract";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StreamChoice } from "../src/layout/stream-choice.tsx";

const streams = ["Night Desk", "Day Desk"].map((title) => ({ id: streamId.parse(title), title }));

/** The options as they are drawn, with the one that is shown as chosen. */
function drawn(chosen: string | null) {
  const value = chosen === null ? null : streamId.parse(chosen);
  const page = renderToStaticMarkup(createElement(StreamChoice, { streams, value, onChange: () => undefined }));
  return [...page.matchAll(/<option([^>]*)>([^<]*)</g)].map(([, set = "", text = ""]) => (set.includes("selected") ? `[${text}]` : text));
}

it.each([
  { of: "none yet", chosen: null, shown: ["[Choose a stream]", "Night Desk", "Day Desk"] },
  { of: "one of them", chosen: "Day Desk", shown: ["Night Desk", "[Day Desk]"] },
  { of: "one that is gone", chosen: "Short Wave", shown: ["[Choose a stream]", "Night Desk", "Day Desk"] },
])("shows as chosen what is, and where nothing is that is there, no other in its place: $of", ({ chosen, shown }) => {
  expect(drawn(chosen)).toEqual(shown);
});
