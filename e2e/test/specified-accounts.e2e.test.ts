// What the specification, part 1, says of who may enter, of the pages before the studio, and of the sidebar.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hold } from "../src/hold.ts";
import { goTo, signIn } from "../src/newcomer.ts";
import { ADMIN, studioFor } from "../src/studio-for.ts";

const PASSWORD = "a long password";
const GUARDED = [
  ...["/", "/dashboard", "/library", "/streaming", "/overlay", "/overlay-preview", "/backgrounds", "/spotify", "/playlist-sync"],
  ...["/test-stream", "/settings", "/admin"],
];
/** Mail can be sent as far as the studio knows; nobody is approved who would get one. */
const open = studioFor("specified-accounts", { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "studio@label.example" });
const ids = new Map<string, string>();

beforeAll(async () => {
  for (const name of ["pia", "rex", "sam", "tom"])
    await open().call("POST", "/api/auth/register", { email: `${name}@label.example`, password: PASSWORD });
  const { users } = (await open().call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
  for (const { id, email } of users) ids.set(email.split("@")[0] ?? "", id);
  await open().call("PATCH", `/api/auth/users/${ids.get("sam")}/status`, { status: "rejected" });
});

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe("a guarded page", () => {
  it("sends who is not signed in to /login, every one of them", async () => {
    const page = await open().visitor();
    for (const path of GUARDED) {
      await page.goto(path);
      await at(page, "/login");
    }
  });

  it("/admin sends who is no administrator to /dashboard, whose sidebar has no Administration", async () => {
    await open().call("PATCH", `/api/auth/users/${ids.get("tom")}/status`, { status: "approved" });
    const page = await open().visitor();
    await signIn(page, { email: "tom@label.example", password: PASSWORD });
    await page.getByText("Welcome, tom@label.example").waitFor();
    await page.goto("/admin");
    await at(page, "/dashboard");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByRole("heading", { name: "Administration" }).count()).toBe(0);
  });
});

describe("/login", () => {
  it("has e-mail and password, a way to /register, and says that it is signing in; a failure that the server says nothing of is 'Login failed'", async () => {
    const page = await open().visitor();
    await page.goto("/login");
    expect(await page.getByRole("link", { name: "Create one" }).getAttribute("href")).toBe("/register");
    await button(page, "Sign in").click();
    for (const text of ["Invalid email address", "Password is required"]) await page.getByText(text, { exact: true }).waitFor();
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password").fill(ADMIN.password);
    await page.route(/auth\.login/, (route) => route.abort());
    await button(page, "Sign in").click();
    await page.getByText("Login failed", { exact: true }).waitFor();
    await page.unroute(/auth\.login/);
    const letGo = await hold(page, /auth\.login/);
    await button(page, "Sign in").click();
    await button(page, "Signing in...").waitFor();
    letGo();
    await at(page, "/");
  });

  it("sends who waits to /waiting-approval, and says to who was rejected what the specification says", async () => {
    const page = await open().visitor();
    await signIn(page, { email: "pia@label.example", password: PASSWORD });
    await at(page, "/waiting-approval");
    const other = await open().visitor();
    await signIn(other, { email: "sam@label.example", password: PASSWORD });
    await other.getByText("Account has been rejected. Please contact support.", { exact: true }).waitFor();
    expect(new URL(other.url()).pathname).toBe("/login");
  });
});

describe("/register", () => {
  it("has its fields, a word on the review and a way to /login; it says that it creates, shows the answer, and goes to /login", async () => {
    const page = await open().visitor();
    await page.goto("/register");
    await page.getByText("An admin reviews every account before it gets access.", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
    await page.getByLabel("Email").fill("nonsense");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm Password").fill("other");
    await button(page, "Create Account").click();
    for (const text of ["Invalid email address", "Password must be at least 8 characters"])
      await page.getByText(text, { exact: true }).waitFor();
    // Set before the next press: on a busy machine that looks at what is in the fields by then.
    await page.route(/auth\.register/, (route) => route.abort());
    await page.getByLabel("Email").fill("ulf@label.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await button(page, "Create Account").click();
    await page.getByText("Passwords don't match", { exact: true }).waitFor();
    await page.getByLabel("Confirm Password").fill(PASSWORD);
    await button(page, "Create Account").click();
    await page.getByText("Registration failed", { exact: true }).waitFor();
    await page.unroute(/auth\.register/);
    const letGo = await hold(page, /auth\.register/);
    const sent = page.waitForRequest(/auth\.register/);
    await button(page, "Create Account").click();
    await button(page, "Creating Account...").waitFor();
    expect((await sent).postData()).not.toContain("confirmPassword");
    // It stands for three seconds.
    const told = page.waitForFunction(() => document.querySelector("[role=status]")?.textContent);
    const answer = page.waitForResponse(/auth\.register/);
    letGo();
    const { message } = /"message":"(?<message>[^"]+)"/.exec(await (await answer).text())?.groups ?? {};
    expect(await (await told).jsonValue()).toBe(message ?? "no message");
    await at(page, "/login");
  });

  it("holds that both passwords are the same also where its rules cannot be fetched", async () => {
    const page = await open().visitor();
    let isRefused = false;
    await page.route(/\/assets\/rules-[^/]*\.js/, (route) => {
      isRefused = true;
      return route.abort();
    });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto("/register");
    await page.getByLabel("Email").fill("una@label.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm Password").fill("another password");
    await button(page, "Create Account").click();
    await page.getByText("Passwords don't match", { exact: true }).waitFor();
    expect(isRefused).toBe(true);
    expect(asked.filter((url) => url.includes("auth.register"))).toEqual([]);
    await page.getByLabel("Confirm Password").fill(PASSWORD);
    await button(page, "Create Account").click();
    await at(page, "/login");
  });
});

describe("/waiting-approval", () => {
  it("tells whose account is reviewed, that an e-mail comes and one can log in then, and of support", async () => {
    const page = await open().visitor();
    await signIn(page, { email: "pia@label.example", password: PASSWORD });
    await page.getByRole("heading", { name: "Account Pending Approval" }).waitFor();
    await page.getByText("pia@label.example", { exact: true }).waitFor();
    await page.getByText("Our admin team is reviewing your account. You will be notified by e-mail, and can log in afterwards.").waitFor();
    await page.getByText("Please contact support.", { exact: false }).waitFor();
    const loaded = page.waitForEvent("load");
    await button(page, "Check Status").click();
    await loaded;
    await page.getByRole("heading", { name: "Account Pending Approval" }).waitFor();
    await button(page, "Sign Out").click();
    await at(page, "/login");
    expect(await page.evaluate<unknown>("[localStorage.getItem('authToken'), localStorage.getItem('user')]")).toEqual([null, null]);
  });
});

describe("the sidebar", () => {
  it("is 320 px wide, marks where one is, has the administration for an administrator, and signs out without a call", async () => {
    const page = await open().operator();
    await goTo(page, "Music Library");
    await page.getByText("No tracks found").waitFor();
    const main = page.getByRole("navigation", { name: "Main" });
    expect((await page.getByRole("complementary").first().boundingBox())?.width).toBe(320);
    await main.locator("[aria-current=page]").filter({ hasText: "Music Library" }).waitFor();
    expect(await main.locator("[aria-current=page]").count()).toBe(1);
    await page.getByRole("heading", { name: "Administration" }).waitFor();
    await main.getByRole("link", { name: "Admin Dashboard Manage users and permissions" }).waitFor();
    const settings = page.getByRole("link", { name: "Settings Account and app settings" });
    const below = async () => [
      (await main.boundingBox())?.y ?? 0,
      (await settings.boundingBox())?.y ?? 0,
      (await button(page, "Sign Out").boundingBox())?.y ?? 0,
    ];
    const order = await below();
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const calls: string[] = [];
    page.on("request", (request) => calls.push(new URL(request.url()).pathname));
    await button(page, "Sign Out").click();
    await at(page, "/login");
    await page.getByLabel("Password").waitFor();
    expect(calls.filter((path) => path.startsWith("/trpc") || path.startsWith("/api"))).toEqual([]);
    expect(await page.evaluate<unknown>("[localStorage.getItem('authToken'), localStorage.getItem('user')]")).toEqual([null, null]);
  });
});
