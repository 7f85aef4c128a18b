/// <reference lib="dom" />
// What the specification, part 1, says of the dashboard and of the administration.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { failing } from "../src/answering.ts";
import { notice } from "../src/command-box.ts";
import { doublePress } from "../src/double-press.ts";
import { hold } from "../src/hold.ts";
import { goTo } from "../src/newcomer.ts";
import { ADMIN, studioFor } from "../src/studio-for.ts";

/** Events of others may come together, some seconds late. */
const open = studioFor("specified-dashboard");

beforeAll(async () => {
  const { call } = open();
  for (const name of ["pia", "rex", "tom", "vic"]) {
    await call("POST", "/api/auth/register", { email: `${name}@label.example`, password: "a long password" });
  }
  const { users } = (await call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
  const tom = users.find(({ email }) => email.startsWith("tom"))?.id;
  await call("PATCH", `/api/auth/users/${tom}/status`, { status: "approved" });
});

/** Of the cards with a name and a number. */
const figures = (page: Page, names: readonly string[]) =>
  Promise.all(names.map((name) => page.getByText(name, { exact: true }).first().locator("xpath=../../p").first().textContent()));
/** Where links lead, and what stands on them. */
const links = (place: ReturnType<Page["getByRole"]>) =>
  place.getByRole("link").evaluateAll((all) => all.map((link) => `${link.getAttribute("href")} ${link.textContent}`));

describe("the dashboard", () => {
  const NAMES = ["Total Tracks", "Active Streams", "Stream Views", "Hours Streamed"];

  it("welcomes by e-mail, or as User, and counts tracks, live streams, their viewers, and 24 hours while one is live", async () => {
    const { call, operator } = open();
    await call("POST", "/api/playlists", { name: "P", entries: [{ title: "Moth", artist: "Lamp" }] }).then(async ({ id }) => {
      const { tracks } = (await call("GET", `/api/playlists/${String(id)}`)) as { tracks: { id: string }[] };
      await call("POST", `/api/playlists/${String(id)}/import`, { entryIds: tracks.map((entry) => entry.id) });
    });
    const streams = [];
    for (const title of ["Day", "Night"]) streams.push(String((await call("POST", "/api/streams", { title }))["id"]));
    const page = await operator();
    await page.getByText(`Welcome, ${ADMIN.email}`, { exact: true }).waitFor();
    await page.getByText("Total Tracks").waitFor();
    await expect.poll(() => figures(page, NAMES)).toEqual(["1", "0", "0", "0"]);
    await call("PUT", `/api/streams/${streams[0]}/destination`, { rtmpUrl: "rtmp://127.0.0.1:9/live", streamKey: "key" });
    await call("POST", `/api/direct-streaming/start/${streams[0]}`, {});
    // Only YouTube tells viewers: here somebody does who stands between.
    let told = 0;
    await page.route(/streams\.summaries/, async (route) => {
      const response = await route.fetch();
      told = 0;
      await route.fulfill({
        response,
        body: (await response.text()).replaceAll(/"viewerCount":\d+/g, () => `"viewerCount":${[1200, 34][told++] ?? 0}`),
      });
    });
    await page.reload();
    await expect.poll(() => figures(page, NAMES)).toEqual(["1", "1", "1,234", "24"]);
    await call("POST", `/api/direct-streaming/stop/${streams[0]}`);
    await page.evaluate("localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')), email: '' }))");
    await page.route(/auth\.me/, (route) => route.abort());
    await goTo(page, "Music Library");
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await goTo(page, "Dashboard");
    await page.getByText("Welcome, User", { exact: true }).waitFor();
    // The page may ask once more while it is closed.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("leads to library, streams and overlays by cards and by the first three steps, and begins with three messages", async () => {
    const page = await open().operator();
    expect(await links(page.getByRole("navigation", { name: "Quick actions" }))).toEqual([
      expect.stringMatching("^/library Upload Music"),
      expect.stringMatching("^/streaming Create Stream"),
      expect.stringMatching("^/overlay Design Overlay"),
    ]);
    expect(await links(page.getByRole("region", { name: "Getting Started" }).getByRole("list"))).toEqual([
      expect.stringMatching("^/streaming .*Connect channel"),
      expect.stringMatching("^/library .*Upload Music"),
      expect.stringMatching("^/overlay .*Design Overlay"),
    ]);
    const recent = page.getByRole("region", { name: "Recent Activity" });
    for (const title of ["Welcome to Nightjar", "Build your library", "Go live around the clock"])
      await recent.getByText(title, { exact: true }).waitFor();
  });
});

describe("what needs attention", () => {
  it("names accounts that wait to an administrator, with the way there", async () => {
    const page = await open().operator();
    const card = page.getByRole("region", { name: "Needs attention" });
    await card.getByText("3 new accounts wait to be approved.", { exact: false }).waitFor();
    expect(await links(card)).toEqual(["/admin Open Admin Dashboard"]);
  });

  it("is not taken for nothing where it cannot be read, nor is the sample channel", async () => {
    const page = await open().operator();
    await page.route(/activity\.attention|sample\.status/, failing(["activity.attention", "sample.status"]));
    await page.reload();
    await page.getByRole("region", { name: "Needs attention" }).getByText("What needs attention could not be read.").waitFor();
    const unread = page.getByRole("alert").filter({ hasText: "The sample channel could not be read" });
    await unread.waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await unread.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Make a Sample Channel" }).waitFor();
  });
});

describe("the administration", () => {
  const row = (page: Page, name: string) =>
    page
      .getByRole("region", { name: "All Users" })
      .getByRole("row")
      .filter({ hasText: `${name}@label.example` });
  const summary = async (page: Page) => (await figures(page, ["Total Users", "Pending", "Approved", "Rejected"])).map(Number);
  const waiting = (page: Page) => page.getByRole("region", { name: "Pending Registrations" });

  it("counts, lists who waits, and approves, rejects, revokes and deletes; each change is read in both lists", async () => {
    const page = await open().operator();
    await goTo(page, "Admin Dashboard");
    for (const name of ["pia", "rex", "vic"]) {
      const entry = waiting(page)
        .getByRole("listitem")
        .filter({ hasText: `${name}@label.example` });
      await entry.getByText(/^Registered .* ago$/).waitFor();
      for (const action of ["Approve", "Reject"]) await entry.getByRole("button", { name: action }).waitFor();
    }
    await row(page, "rex").waitFor();
    const before = await summary(page);
    const entry = (name: string) =>
      waiting(page)
        .getByRole("listitem")
        .filter({ hasText: `${name}@label.example` });
    const letGo = await hold(page, /admin\.setStatus/);
    await entry("rex").getByRole("button", { name: "Approve" }).click();
    await page.locator("[aria-busy=true]").filter({ hasText: "rex@label.example" }).first().waitFor();
    letGo();
    await entry("rex").waitFor({ state: "detached" });
    await row(page, "rex").getByText("approved", { exact: true }).waitFor();
    await row(page, "rex").getByText("staff", { exact: false }).first().waitFor();
    const timesOf = async (name: string) => (await row(page, name).getByRole("cell").allTextContents()).slice(1, 3);
    expect(await timesOf("rex")).toEqual([expect.stringMatching(/ago$/), expect.stringMatching(/ago$/)]);
    expect(await timesOf("pia")).toEqual([expect.stringMatching(/ago$/), ""]);
    await entry("vic").getByRole("button", { name: "Reject" }).click();
    await row(page, "vic").getByText("rejected", { exact: true }).waitFor();
    await row(page, "vic").getByRole("button", { name: "Approve" }).waitFor();
    await row(page, "rex").getByRole("button", { name: "Revoke" }).click();
    await row(page, "rex").getByText("rejected", { exact: true }).waitFor();
    await row(page, "rex").getByRole("button", { name: "Approve" }).click();
    await row(page, "rex").getByText("approved", { exact: true }).waitFor();
    await row(page, "vic").getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete User" }).or(page.getByRole("alertdialog", { name: "Delete User" }));
    await question.getByText("Are you sure you want to delete this user? This action cannot be undone.", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await row(page, "vic").waitFor({ state: "detached" });
    const [all = 0, pending = 0, approved = 0, rejected] = before;
    await expect.poll(() => summary(page)).toEqual([all - 1, pending - 2, approved + 1, rejected]);
    await entry("pia").getByRole("button", { name: "Reject" }).click();
    await waiting(page).waitFor({ state: "detached" });
  });

  it("leaves a row that could not be changed as it was, and no longer busy; what could not be read it says", async () => {
    const page = await open().operator();
    await goTo(page, "Admin Dashboard");
    await page.route(/admin\.setStatus/, (route) => route.abort());
    await row(page, "tom").getByRole("button", { name: "Revoke" }).click();
    await page.locator("[data-notice]").filter({ hasText: "Failed to update user status" }).waitFor();
    await expect.poll(() => row(page, "tom").getAttribute("aria-busy")).toBe("false");
    await row(page, "tom").getByText("approved", { exact: true }).waitFor();
    const letGo = await hold(page, /admin\.users/);
    await page.reload();
    await page.getByText("Loading...", { exact: true }).first().waitFor({ state: "attached" });
    await page.unroute(/admin\.users/);
    await page.route(/admin\.(users|pendingUsers)/, (route) => route.abort());
    letGo();
    await page.reload();
    for (const text of ["Failed to fetch users", "Failed to fetch pending users"])
      await page.getByText(text, { exact: false }).first().waitFor();
  });

  const addressOf = (name: string) => `${name}@label.example`;
  /** They wait, in the order in which they came. */
  async function givenWaiting(page: Page, names: readonly string[]) {
    for (const name of names) await open().call("POST", "/api/auth/register", { email: addressOf(name), password: "a long password" });
    for (const name of names) await waiting(page).getByText(addressOf(name)).waitFor();
  }
  const pressOn = (page: Page, name: string, action: string) =>
    waiting(page)
      .getByRole("listitem")
      .filter({ hasText: addressOf(name) })
      .getByRole("button", { name: action });

  it("lets in one by a double press, names who that was, and not who has come to stand there; who registers meanwhile comes last", async () => {
    const page = await open().operator();
    await goTo(page, "Admin Dashboard");
    await givenWaiting(page, ["una", "wim"]);
    expect((await waiting(page).getByRole("listitem").allTextContents()).join()).toMatch(/una@.*wim@/);
    await doublePress(page, pressOn(page, "una", "Approve"), pressOn(page, "wim", "Approve"));
    await notice(page, "Account Approved").getByText(addressOf("una"), { exact: true }).waitFor();
    await row(page, "una").getByText("approved", { exact: true }).waitFor();
    const change = (action: string) => row(page, "una").getByRole("button", { name: action });
    await doublePress(page, change("Revoke"), change("Approve"));
    await notice(page, "Account Revoked").getByText(addressOf("una"), { exact: true }).waitFor();
    await row(page, "una").getByText("rejected", { exact: true }).waitFor();
    await row(page, "wim").getByText("pending", { exact: true }).waitFor();
    await pressOn(page, "wim", "Reject").click();
    await notice(page, "Account Rejected").getByText(addressOf("wim"), { exact: true }).waitFor();
  });

  it("says how long ago somebody registered while the page stays open", async () => {
    const page = await open().operator();
    await page.clock.install();
    await page.goto("/admin");
    await givenWaiting(page, ["zoe"]);
    const entry = waiting(page)
      .getByRole("listitem")
      .filter({ hasText: addressOf("zoe") });
    await entry.getByText("Registered less than a minute ago").waitFor();
    await page.clock.fastForward(3 * 60_000);
    await entry.getByText(/^Registered [23] minutes ago$/).waitFor();
    await pressOn(page, "zoe", "Reject").click();
    await entry.waitFor({ state: "detached" });
  });

  it("leaves the focus to what is around where what was pressed by key goes", async () => {
    const page = await open().operator();
    await goTo(page, "Admin Dashboard");
    await givenWaiting(page, ["xan", "yva"]);
    const isAt = (place: ReturnType<Page["getByRole"]>) =>
      expect.poll(() => place.evaluate((node) => node === document.activeElement)).toBe(true);
    await pressOn(page, "xan", "Reject").press("Enter");
    await isAt(waiting(page));
    await pressOn(page, "yva", "Approve").press("Enter");
    await isAt(page.getByRole("main"));
    await row(page, "yva").getByRole("button", { name: "Revoke" }).press("Enter");
    await isAt(row(page, "yva"));
  });
});
