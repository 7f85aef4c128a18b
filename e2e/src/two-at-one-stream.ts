/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Call } from "./call.ts";
import { goTo } from "./newcomer.ts";
import { studioFor } from "./studio-for.ts";

// Somebody sits at a stream's page, and somebody else changes it by calls.

export interface TwoAtOneStream {
  readonly open: ReturnType<typeof studioFor>;
  /** @param at without events it is heard of what others do only when something is read again */
  readonly atStream: (id: string, at?: { readonly tab?: string; readonly events?: boolean }) => Promise<Page>;
  readonly stored: (id: string) => ReturnType<Call>;
  /** Somebody else starts it; it is stopped in the end. */
  readonly whileStarted: (id: string, look: () => Promise<void>) => Promise<void>;
}

export function twoAtOneStream(name: string, settings?: Readonly<Record<string, string>>): TwoAtOneStream {
  const open = studioFor(name, settings);
  const stored: TwoAtOneStream["stored"] = (id) => open().call("GET", `/api/streams/${id}`);
  return {
    open,
    stored,
    async atStream(id, { tab = "tracklist", events = true } = {}) {
      const page = await open().signedIn();
      if (!events) await page.route(/\/api\/events/, (route) => route.abort());
      await page.goto(`/streaming?stream=${id}&tab=${tab}`);
      return page;
    },
    async whileStarted(id, look) {
      const { call } = open();
      await call("POST", `/api/direct-streaming/start/${id}`, { title: String((await stored(id))["title"]) });
      try {
        await look();
      } finally {
        await call("POST", `/api/direct-streaming/stop/${id}`);
      }
    },
  };
}

/** Whoever goes elsewhere is asked, and stays. */
export async function isAskedFor(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await goTo(page, "Wall");
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  // It gives the focus back once it is gone, which would take it from what comes next.
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
}
