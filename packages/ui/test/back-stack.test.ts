import { beforeEach, expect, test } from "vitest";
import { type BackPage, type BackStack, createBackStack } from "../src/back-stack.ts";

/** A browser's history: steps are told later, as a browser does. */
function fakeBrowser() {
  let entries: { state: object; href: string }[] = [
    { state: { page: 0 }, href: "/before" },
    { state: { page: 1 }, href: "/library" },
  ];
  let at = 1;
  const steps: number[] = [];
  const timers: (() => void)[] = [];
  let hearPop = () => false;
  let hearNavigation: (state: object, href: string) => boolean = () => false;
  const put = (state: object, href = entries[at]?.href ?? "") => {
    entries = [...entries.slice(0, at + 1), { state, href }];
    at += 1;
  };
  const page: BackPage = {
    get state() {
      return entries[at]?.state;
    },
    get href() {
      return entries[at]?.href ?? "";
    },
    push: put,
    replace: (state, href = entries[at]?.href ?? "") => {
      entries = entries.with(at, { state, href });
    },
    go: (delta) => void steps.push(delta),
    onPop: (listener) => void (hearPop = listener),
    onNavigate: (listener) => void (hearNavigation = listener),
    later: (run) => void timers.push(run),
  };
  /** Everything the browser has still to do; what of it the router hears. */
  const rest = () => {
    const heard: string[] = [];
    while (timers.length + steps.length > 0) {
      for (const run of timers.splice(0)) run();
      for (const delta of steps.splice(0)) {
        at += delta;
        if (!hearPop()) heard.push(page.href);
      }
    }
    return heard;
  };
  return {
    page,
    rest,
    back() {
      steps.push(-1);
      return rest();
    },
    navigate: (href: string) => {
      if (!hearNavigation({ page: 2 }, href)) put({ page: 2 }, href);
    },
    hrefs: () => entries.slice(0, at + 1).map(({ href }) => href),
  };
}

let browser: ReturnType<typeof fakeBrowser>;
let stack: BackStack;
beforeEach(() => {
  browser = fakeBrowser();
  stack = createBackStack(browser.page);
});

/** A dialog, until somebody closes it. */
function dialog(mayClose = () => true) {
  const seen = { isOpen: true, asked: 0, close: () => undefined as void };
  const gone = stack.open(() => {
    seen.asked += 1;
    if (!mayClose()) return false;
    seen.close();
    return true;
  });
  seen.close = () => {
    seen.isOpen = false;
    gone();
  };
  return seen;
}

test("Back closes the topmost dialog and leaves the page where it is", () => {
  const [lower, upper] = [dialog(), dialog()];
  expect(browser.back()).toEqual([]);
  expect([lower.isOpen, upper.isOpen, browser.page.href]).toEqual([true, false, "/library"]);
  expect(browser.back()).toEqual([]);
  expect([lower.isOpen, browser.hrefs()]).toEqual([false, ["/before", "/library"]]);
  expect(browser.back()).toEqual(["/before"]);
});

test("a dialog that may not go stays, as often as Back is pressed", () => {
  let mayClose = false;
  const asked = dialog(() => mayClose);
  browser.back();
  browser.back();
  expect([asked.isOpen, asked.asked, browser.page.href]).toEqual([true, 2, "/library"]);
  mayClose = true;
  browser.back();
  expect([asked.isOpen, browser.hrefs()]).toEqual([false, ["/before", "/library"]]);
});

test("a dialog closed by other means leaves no entry behind, one over another neither", () => {
  const [lower, upper] = [dialog(), dialog()];
  upper.close();
  lower.close();
  expect(browser.rest()).toEqual([]);
  expect(browser.hrefs()).toEqual(["/before", "/library"]);
  expect(browser.back()).toEqual(["/before"]);
});

test("a dialog that gives way to another hands its entry over", () => {
  dialog().close();
  const next = dialog();
  browser.rest();
  expect(browser.hrefs()).toEqual(["/before", "/library", "/library"]);
  browser.back();
  expect([next.isOpen, browser.hrefs()]).toEqual([false, ["/before", "/library"]]);
});

test("who goes elsewhere out of a dialog comes back to the page with one Back", () => {
  const menu = dialog();
  menu.close();
  browser.navigate("/streaming");
  browser.rest();
  expect(browser.hrefs()).toEqual(["/before", "/library", "/streaming"]);
  expect(browser.back()).toEqual(["/library"]);
});

test("who jumps over several entries leaves the page, and what lay over it asks nothing", () => {
  const open = dialog(() => false);
  browser.page.go(-2);
  expect(browser.rest()).toEqual(["/before"]);
  expect(open.asked).toBe(0);
});
