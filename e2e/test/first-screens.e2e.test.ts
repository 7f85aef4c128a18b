import { join } from "node:path";
import { onAir } from "@nightjar/contract";
import { ARRIVAL_PATIENCE_MS, startRtmpIngest } from "@nightjar/rtmp-ingest";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { DESKTOP } from "../src/browser.ts";
import { read } from "../src/call.ts";
import { type FirstScreen, median, TABLE_HEAD, tableLine, type Visit, visit } from "../src/first-screen.ts";
import { givenStream, givenTracks } from "../src/given.ts";
import { hold } from "../src/hold.ts";
import { actualState, goTo } from "../src/newcomer.ts";
import { studioFor } from "../src/studio-for.ts";
import type { Studio } from "../src/studio.ts";
import { TONES } from "../src/tones.ts";
import { until } from "../src/until.ts";

const SCRIPTS_MAX = 10;
const LOGIN_MAX_KB = 140;
const SCREEN_MAX_KB = 220;
const kB = 1000;
/** Of the network alone, at 1.6 Mbit/s and 150 ms: others may be at work on this machine, and what it computes is not what is promised. */
const SHELL_MAX_MS = 1000;
const TEXT_MAX_MS = 2000;
/** The designer's code has no bound, and its text comes with it. */
const DESIGNER_TEXT_MAX_MS = 2300;

interface Screen {
  readonly path: string;
  readonly heading: string;
  readonly isOpen?: true;
  /** Of brotli, on the wire; null: no bound. */
  readonly maxBytes: number | null;
  /** Where its text may come later than that of the others. */
  readonly textMaxMs?: number;
  /** Files that no text waits for, and that are asked for once it is known what airs. */
  readonly later?: readonly string[];
}

const SCREENS: readonly Screen[] = [
  { path: "/login", heading: "Sign in", isOpen: true, maxBytes: LOGIN_MAX_KB * kB },
  { path: "/register", heading: "Create Account", isOpen: true, maxBytes: SCREEN_MAX_KB * kB },
  { path: "/reset-password", heading: "Forgot your password?", isOpen: true, maxBytes: LOGIN_MAX_KB * kB },
  { path: "/waiting-approval", heading: "Account Pending Approval", isOpen: true, maxBytes: LOGIN_MAX_KB * kB },
  { path: "/", heading: "Welcome to Nightjar", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/library", heading: "Music Library", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/playlist-sync", heading: "Playlist Sync", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/spotify", heading: "Spotify", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/dashboard", heading: "Welcome to Nightjar", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/streaming?stream=STREAM", heading: "Stream Manager", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/wall", heading: "Wall", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/backgrounds", heading: "Background Videos", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/overlay", heading: "Overlay Designer", maxBytes: null, textMaxMs: DESIGNER_TEXT_MAX_MS },
  { path: "/overlay-preview", heading: "Overlay Preview", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/test-stream", heading: "Test Stream", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/settings", heading: "Settings", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/admin", heading: "Admin Dashboard", maxBytes: SCREEN_MAX_KB * kB },
  { path: "/nowhere", heading: "Page not found", isOpen: true, maxBytes: SCREEN_MAX_KB * kB },
];
/** With what was played, and an ingest that takes it. */
const ON_AIR: Screen = { path: "/streaming?stream=STREAM", heading: "Stream Manager", maxBytes: SCREEN_MAX_KB * kB, later: ["desk"] };
/** Where people come in, timed. */
const TIMED = ["/login", "/", "/library", "/streaming?stream=STREAM"];
const TIMES = 3;
/** As measured it may be so many times that: a page that computes for seconds is none that stands within them, on whatever machine. */
const MEASURED_SLACK = 3;

const at = studioFor("first-screens");
let studio: Studio;
let storageState = "";
let streamId = "";

beforeAll(async () => {
  ({ studio } = at());
  streamId = await givenStream(at().call, "Harbour Radio");
  const person = await at().operator();
  storageState = join(at().folder, "state.json");
  await person.context().storageState({ path: storageState });
});

async function open({ path, heading, isOpen }: Screen, slow: boolean, id = streamId, whole?: Visit["whole"]): Promise<FirstScreen> {
  const who = { storageState: isOpen === true ? null : storageState };
  return visit(await at().browser(), studio.url, { path: path.replace("STREAM", id), heading, slow, ...who, ...(whole && { whole }) });
}

function keepsWithin({ path, maxBytes, textMaxMs = TEXT_MAX_MS, later = [] }: Screen, seen: FirstScreen, name = path): void {
  const { scripts, scriptBytes, afterAccount, unpacked, shellCostMs, textCostMs } = seen;
  expect.soft(scripts, `scripts of ${name}`).toBeLessThanOrEqual(SCRIPTS_MAX);
  if (maxBytes !== null) expect.soft(scriptBytes, `bytes of ${name}`).toBeLessThanOrEqual(maxBytes);
  expect.soft(textCostMs, `the text of ${name}, of the network`).toBeLessThanOrEqual(textMaxMs);
  expect.soft(shellCostMs, `the shell of ${name}, of the network`).toBeLessThanOrEqual(SHELL_MAX_MS);
  const late = afterAccount.map((file) => file.replace(/-.{8}\.js$/, ""));
  expect.soft(late, `what ${name} asked for late`).toEqual(later);
  expect.soft(unpacked, `without brotli at ${name}`).toEqual([]);
}

/** A stream on air of which a track has ended, and which its far end is known to take. @returns its id */
async function givenOnAir(): Promise<string> {
  const { call, folder } = at();
  const ingest = await startRtmpIngest({ record: false });
  onTestFinished(() => ingest.remove());
  const trackIds = await givenTracks(call, folder, TONES);
  const id = await givenStream(call, "Night Desk", { trackIds, destination: { rtmpUrl: ingest.url, streamKey: "desk" }, isLive: true });
  const now = () => read(call, onAir, `/api/streams/${id}/on-air`);
  onTestFinished(async () => {
    await call("POST", `/api/direct-streaming/stop/${id}`);
    await until("off air", async () => (await now()).state === "off");
  });
  const isTaken = async () => {
    const { destinations, history } = await now();
    return history.length > 0 && destinations.some(({ evidenceAgeMs }) => evidenceAgeMs !== null);
  };
  await until("a track has ended, and is taken", isTaken, ARRIVAL_PATIENCE_MS);
  return id;
}

describe("a first screen", () => {
  it("brings little code in few scripts, none of which waits for the account", async () => {
    const rows: [Screen, FirstScreen][] = [];
    for (const screen of SCREENS) rows.push([screen, await open(screen, true)]);
    console.log([TABLE_HEAD, ...rows.map(([{ path }, seen]) => tableLine(path, seen))].join("\n"));
    for (const [screen, seen] of rows) keepsWithin(screen, seen);
  });

  it("stands within a second and can be read within two, at 1.6 Mbit/s and 150 ms, and computes for no seconds of its own", async () => {
    for (const screen of SCREENS.filter(({ path }) => TIMED.includes(path))) {
      const seen: FirstScreen[] = [];
      for (let time = 0; time < TIMES; time += 1) seen.push(await open(screen, true));
      const of = (name: "shellMs" | "textMs" | "shellCostMs" | "textCostMs") => Math.round(median(seen.map((one) => one[name])));
      const held = [
        ["shell", SHELL_MAX_MS, of("shellCostMs"), of("shellMs")],
        ["text", TEXT_MAX_MS, of("textCostMs"), of("textMs")],
      ] as const;
      for (const [part, maxMs, networkMs, measuredMs] of held) {
        console.log(`${screen.path}, ${part}: network ${networkMs} ms, measured ${measuredMs} ms (medians of ${TIMES})`);
        expect.soft(networkMs, `the ${part} of ${screen.path}, of the network`).toBeLessThanOrEqual(maxMs);
        expect.soft(measuredMs, `the ${part} of ${screen.path}, as measured`).toBeLessThanOrEqual(MEASURED_SLACK * maxMs);
      }
    }
  });

  it("of a stream on air brings no more, and one file of it once it is known what was played and who takes it", async () => {
    const whole = async (page: Page) => {
      await actualState(page).getByText("Played before").waitFor();
      await actualState(page).getByText("Sending", { exact: true }).waitFor();
    };
    const seen = await open(ON_AIR, true, await givenOnAir(), whole);
    console.log([TABLE_HEAD, tableLine("/streaming, on air", seen)].join("\n"));
    keepsWithin(ON_AIR, seen, "/streaming, on air");
  });
});

/** What stands of a page of which no script comes. */
async function frameOf(page: Page, path: string) {
  await page.goto(path.replace("STREAM", streamId));
  const [bar, mark] = [page.locator("#shell > div"), page.locator("#shell svg")];
  if (!(await mark.isVisible())) return "nothing";
  return (await bar.isVisible()) ? "studio" : "mark alone";
}

it("a first screen has its frame before any script has come: none on the preview, and where no page is", async () => {
  const context = await (await at().browser()).newContext({ baseURL: studio.url, viewport: DESKTOP });
  const page = await context.newPage();
  await page.route("**/*.js", (route) => route.abort());
  const seen: Record<string, string> = {};
  for (const { path } of SCREENS) seen[path] = await frameOf(page, path);
  const framed = SCREENS.map(({ path, isOpen }) => [path, isOpen === true ? "mark alone" : "studio"] as const);
  expect(seen).toEqual({ ...Object.fromEntries(framed), "/overlay-preview": "nothing", "/nowhere": "nothing" });
  await context.close();
});

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** Whether everything that the page says it fetches ahead has come. Runs in the page. */
function hasAllCode(): boolean {
  const names = document.querySelector<HTMLMetaElement>('meta[name="fetch-ahead"]')?.content.split(" ") ?? [];
  const come = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
  return names.length > 0 && names.every((name) => come.has(name));
}

/** Opens a dialog by its button, and closes it again. */
async function opens(page: Page, button: string, title = button): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

/** Never idle, the browser fetches nothing ahead. */
async function atStreams(is: "idle" | "never idle", path = "/streaming"): Promise<Page> {
  const context = await (await at().browser()).newContext({ baseURL: studio.url, viewport: DESKTOP, storageState });
  const page = await context.newPage();
  if (is === "never idle") await page.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
  await page.goto(path);
  await heading(page, "Stream Manager").waitFor();
  return page;
}

describe("a part of a screen that was not opened before, after the studio was updated", () => {
  it("says so, and comes with a reload; another try is not offered", async () => {
    const page = await atStreams("never idle", `/streaming?stream=${streamId}`);
    const tab = page.getByRole("tab", { name: "Background" });
    await tab.waitFor();
    const code = "**/assets/*.js";
    await page.route(code, (route) => route.fulfill({ status: 404, body: "Not found" }));
    await tab.click();
    const part = page.getByRole("tabpanel", { name: "Background" });
    await part.getByText("The studio has been updated. Please reload the page.").waitFor();
    expect(await part.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await page.unroute(code);
    await Promise.all([page.waitForEvent("load"), part.getByRole("button", { name: "Reload" }).click()]);
    // Never idle, it comes when it is seen.
    await part.scrollIntoViewIfNeeded();
    await part.getByRole("button", { name: "Change Background" }).waitFor();
    await page.context().close();
  });
});

describe("a screen that puts what it shows into its address", () => {
  it.each([
    { path: "/test-stream", call: "**/trpc/*streams.summaries*", shown: (page: Page) => page.getByRole("combobox", { name: "Stream" }) },
    {
      path: "/overlay",
      call: "**/trpc/*overlays.templates*",
      shown: (page: Page) => page.getByRole("button", { name: "Create New Template" }),
    },
  ])("calls nobody back who has pressed on before that was read: $path", async ({ path, call, shown }) => {
    const page = await atStreams("never idle");
    const letRead = await hold(page, call);
    const asked = page.waitForRequest(call);
    await page.goto(path);
    await asked;
    const code = "**/assets/*.js";
    const letCodeCome = await hold(page, code);
    const isComing = page.waitForRequest(code);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Music Library" }).click();
    await isComing;
    letRead();
    await shown(page).waitFor();
    letCodeCome();
    await heading(page, "Music Library").waitFor();
    expect(new URL(page.url()).pathname).toBe("/library");
    await page.context().close();
  });
});

describe("a screen that was not opened before, while the server is away", () => {
  it("opens with its dialogs once another screen stood for a moment, because all code is fetched ahead", async () => {
    const page = await atStreams("idle");
    await until("all code is fetched", () => page.evaluate(hasAllCode));
    await studio.end("SIGTERM");
    await opens(page, "Create New Stream");
    await goTo(page, "Music Library");
    await heading(page, "Music Library").waitFor();
    await opens(page, "Add Music", "Complete Track Details");
    await opens(page, "Bulk Upload");
    await goTo(page, "Admin Dashboard");
    await heading(page, "Admin Dashboard").waitFor();
    await studio.start();
    await page.context().close();
  });

  it("has dialogs that say why they do not open where nothing was fetched ahead, and open at another try", async () => {
    const page = await atStreams("never idle");
    await studio.end("SIGTERM");
    await page.getByRole("button", { name: "Create New Stream" }).click();
    await page.getByText("The server cannot be reached.", { exact: true }).first().waitFor();
    expect(await heading(page, "Stream Manager").isVisible()).toBe(true);
    await studio.start();
    await opens(page, "Create New Stream");
    await page.context().close();
  });

  it("leaves the studio standing, with a sentence, a way back and another try", async () => {
    const page = await atStreams("never idle");
    await studio.end("SIGTERM");
    await goTo(page, "Music Library");
    await heading(page, "The server cannot be reached.").waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(true);
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "The server cannot be reached.").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await heading(page, "Stream Manager").waitFor();
    await goTo(page, "Music Library");
    await heading(page, "The server cannot be reached.").waitFor();
    await studio.start();
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Music Library").waitFor();
    await page.context().close();
  });
});
