import { Counting, UploadUnderWay } from "@nightjar/ui";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";

const counted = (text: string) => renderToStaticMarkup(createElement(Counting, { text }));

it("what counts on is read out but for its figures, which would be said at each percent and each track", () => {
  expect(counted("Looking up record labels: 12 of 1,300. You can leave this page.")).toBe(
    'Looking up record labels: <span aria-live="off">12 of 1,300</span>. You can leave this page.',
  );
  expect(counted("Checking the file...")).toBe("Checking the file...");
  const upload = { fileName: "rain.mp4", size: "2 MB", share: 0.34, text: "Uploading... 34 %", children: null };
  expect(renderToStaticMarkup(createElement(UploadUnderWay, upload))).toMatch(
    /<p role="status"[^>]*>Uploading\.\.\. <span aria-live="off">34 %<\/span><\/p>/,
  );
});
