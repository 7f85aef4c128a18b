import { expect, test } from "vitest";
import { safePlace } from "../src/lib/signed-out.ts";

test("after signing in one goes back to a page of the studio, with all that its address held", () => {
  expect(safePlace("/streaming?stream=1&tab=overlays#x")).toBe("/streaming?stream=1&tab=overlays#x");
  expect(safePlace(null)).toBe("/");
});

test("and never to another site, nor to a page before the studio", () => {
  for (const href of ["//evil.example", "/\\evil.example", "https://evil.example/", "javascript:alert(1)", "library", ""]) {
    expect(safePlace(href), href).toBe("/");
  }
  for (const href of ["/login", "/register", "/waiting-approval?x=1", "/reset-password#token"]) expect(safePlace(href), href).toBe("/");
});
