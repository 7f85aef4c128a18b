import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WithLinks } from "../src/layout/with-links.tsx";

const shown = (text: string) => renderToStaticMarkup(createElement(WithLinks, { text }));
const links = (text: string) => [...shown(text).matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, word]) => [to, word]);

it.each([
  [
    "The broadcast at https://www.youtube.com/watch?v=a-b_C1 belongs to no stream any more.",
    [["https://www.youtube.com/watch?v=a-b_C1", "https://www.youtube.com/watch?v=a-b_C1"]],
  ],
  [
    "Verify it at www.youtube.com/verify; it is told at www.youtube.com, too.",
    [
      ["https://www.youtube.com/verify", "www.youtube.com/verify"],
      ["https://www.youtube.com", "www.youtube.com"],
    ],
  ],
  ["Nothing is led to www.youtube.community or javascript:www.youtube-com.example.", []],
])("an address at YouTube can be pressed, without the sentence's own marks: %s", (text, wanted) => {
  expect(links(text)).toEqual(wanted);
  expect(shown(text).replace(/<[^>]*>/g, "")).toBe(text);
});

it("what stands around an address stays text", () => {
  expect(shown("<b> & www.youtube.com")).toMatch(/^&lt;b&gt; &amp; <a href="https:\/\/www\.youtube\.com"/);
});
