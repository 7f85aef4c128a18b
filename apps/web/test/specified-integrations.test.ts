import { PRESET_LABELS } from "@nightjar/contract";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LabelFilter } from "../src/features/playlists/label-filter.tsx";
import { FREQUENCY_NAMES, QUALITY_NAMES } from "../src/features/spotify/sync-names.ts";
import { openConsent } from "../src/lib/consent.ts";

// What the specification says of the integrations that can be seen without a browser.

const ORIGIN = "http://studio.example";

/** In the place of the browser's: heard by all others of its name. */
class Channel extends EventTarget {
  static all: Channel[] = [];
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    const others = Channel.all.filter((each) => each !== this && each.name === this.name);
    for (const each of others) each.dispatchEvent(new MessageEvent("message", { data, origin: ORIGIN }));
  }
  close(): void {
    Channel.all = Channel.all.filter((each) => each !== this);
  }
}

describe("the popup of a service's consent", () => {
  let opened: unknown[][];
  let popup: { location: { href: string }; close: () => void };
  let studio: EventTarget;
  /** By which Google knows who was sent. */
  let state: string;
  /** For which streams it was told that an account is connected. */
  let heard: string[];
  beforeEach(() => {
    opened = [];
    popup = { location: { href: "about:blank" }, close: () => undefined };
    const openWindow = (...call: unknown[]) => {
      opened.push(call);
      return popup;
    };
    studio = Object.assign(new EventTarget(), { open: openWindow, location: { origin: ORIGIN } });
    vi.stubGlobal("window", studio);
    vi.stubGlobal("localStorage", { getItem: () => "token" });
    vi.stubGlobal("fetch", async () => Response.json({ authUrl: `https://accounts.example/consent?state=${state}` }));
    vi.stubGlobal("BroadcastChannel", Channel);
    [state, heard, Channel.all] = ["mine", [], []];
  });
  afterEach(() => vi.unstubAllGlobals());

  const MESSAGE = "youtube-auth-success";
  const open = (streamId = "s") =>
    openConsent({
      askPath: `/api/auth/youtube/connect?streamId=${streamId}`,
      success: MESSAGE,
      connected: () => void heard.push(streamId),
    });
  const say = (data: string, origin = ORIGIN) => studio.dispatchEvent(new MessageEvent("message", { data, origin }));

  it("is 600x700, and leads to where the studio says", async () => {
    await open();
    expect(opened.map(([, , features]) => features)).toEqual(["popup,width=600,height=700"]);
    expect(popup.location.href).toBe("https://accounts.example/consent?state=mine");
  });

  it("is heard by its message, and by no other, from our own origin alone", async () => {
    await open();
    say(MESSAGE, "https://evil.example");
    say("spotify-auth-success");
    expect(heard).toEqual([]);
    say(MESSAGE);
    expect(heard).toEqual(["s"]);
  });

  it("is heard of what it was opened for last, and once", async () => {
    await open("first");
    await open("second");
    say(MESSAGE);
    say(MESSAGE);
    new Channel("nightjar-consent").postMessage(`${MESSAGE} mine`);
    expect(heard).toEqual(["second"]);
  });

  describe("on its way back", () => {
    const SCRIPT = readFileSync(new URL("../public/consent.js", import.meta.url), "utf8");
    let done: unknown[][];
    const noted =
      (what: string) =>
      (...told: unknown[]) =>
        void done.push([what, ...told]);
    let button: EventTarget;
    beforeEach(() => {
      done = [];
      button = new EventTarget();
    });

    /** Runs the script of its page. @param hasOpener false: the service's own policy has cut it off */
    function comeBack(dataset: { readonly message?: string }, hasOpener = true): void {
      const window = {
        ...{ location: { origin: ORIGIN, search: `?code=c&state=${state}` }, close: noted("closed") },
        opener: hasOpener ? { postMessage: noted("posted") } : null,
      };
      const document = { body: { dataset }, querySelector: (selector: string) => (selector === "button" ? button : null) };
      runInNewContext(SCRIPT, { document, window, BroadcastChannel: Channel, URLSearchParams });
    }

    it("posts its message to our own origin alone, and closes", () => {
      comeBack({ message: MESSAGE });
      expect(done).toEqual([["posted", MESSAGE, ORIGIN], ["closed"]]);
    });

    it("is heard by the studio also where its opener was cut off", async () => {
      await open();
      comeBack({ message: MESSAGE }, false);
      expect([heard, done]).toEqual([["s"], [["closed"]]]);
    });

    it("is heard by no other tab, whatever that has opened itself", async () => {
      await open();
      state = "another tab's";
      comeBack({ message: MESSAGE });
      expect(heard).toEqual([]);
    });

    it("tells nobody where it came to nothing, and stays until somebody closes it", async () => {
      await open();
      comeBack({});
      expect([heard, done]).toEqual([[], []]);
      button.dispatchEvent(new Event("click"));
      expect(done).toEqual([["closed"]]);
    });
  });
});

describe("the filter by record labels", () => {
  it("offers the twelve that are there, what the playlist names, what somebody has added, and a field for another", () => {
    const page = renderToStaticMarkup(
      createElement(LabelFilter, { labels: ["My Own", "Virgin"], named: ["Night Records"], onChange: () => undefined }),
    );
    const buttons = [...page.matchAll(/aria-pressed="(\w+)"[^>]*>([^<]+)</g)].map(([, isOn, label]) => [label, isOn]);
    expect(buttons).toEqual([
      ...PRESET_LABELS.map((label) => [label, String(label === "Virgin")]),
      ["Night Records", "false"],
      ["My Own", "true"],
    ]);
    expect(page).toContain("Another label");
  });
});

describe("the sync settings", () => {
  it("are of the specification's frequencies and qualities", () => {
    expect(Object.values(FREQUENCY_NAMES)).toEqual(["Real-time", "Every hour", "Daily", "Manual only"]);
    expect(Object.values(QUALITY_NAMES)).toEqual(["320 kbps", "256 kbps", "128 kbps"]);
  });
});
