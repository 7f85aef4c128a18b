import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { PHONE } from "../src/browser.ts";
import { goTo, signIn } from "../src/newcomer.ts";
import { ADMIN, studioFor } from "../src/studio-for.ts";

// Getting in, being put out, and getting in again.

const open = studioFor("signing-in");
let people = 0;

/** An account with a page at which it is signed in. */
async function person(status: "approved" | "pending", options = {}): Promise<{ id: string; email: string; password: string; page: Page }> {
  const email = `person-${++people}@label.example`;
  const password = "a long password";
  const { call, studio, visitor } = open();
  await fetch(`${studio.url}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { users } = (await call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
  const id = users.find((user) => user.email === email)?.id ?? "";
  if (status === "approved") await call("PATCH", `/api/auth/users/${id}/status`, { status });
  const page = await visitor(options);
  await signIn(page, { email, password });
  await page.getByText(status === "approved" ? "Welcome," : "Account Pending Approval").waitFor();
  return { id, email, password, page };
}
const setStatus = (id: string, status: string) => open().call("PATCH", `/api/auth/users/${id}/status`, { status });
const atLogin = (page: Page) => page.waitForURL((url) => url.pathname === "/login");

describe("who is put out", () => {
  it("is told that the account was rejected, at once and without a press", async () => {
    const { id, page } = await person("approved");
    await goTo(page, "Music Library");
    await page.getByRole("heading", { name: "Music Library" }).waitFor();
    await setStatus(id, "rejected");
    await atLogin(page);
    await page.getByText("Account has been rejected. Please contact support.").waitFor();
  });

  it("from another session of theirs, is told so, and comes back to where they were", async () => {
    const { email, password, page } = await person("approved");
    await page.goto("/library?search=moth&sort=bpm");
    await page.getByRole("heading", { name: "Music Library" }).waitFor();
    const address = page.url();
    const other = await open().visitor();
    await signIn(other, { email, password });
    await other.getByText("Welcome,").waitFor();
    await other.getByRole("link", { name: /^Settings/ }).click();
    await other.getByRole("button", { name: "End all other sessions" }).click();
    await atLogin(page);
    await page.getByText("You were signed out from another session of yours.").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Music Library" }).waitFor();
    expect(page.url()).toBe(address);
  });

  it("on purpose, is told nothing, and begins at the dashboard", async () => {
    const { email, password, page } = await person("approved");
    await page.getByRole("link", { name: /^Settings/ }).click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await atLogin(page);
    // Its address comes before it does.
    await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    expect(await page.getByRole("status").count()).toBe(0);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.getByText("Welcome,").waitFor();
  });
});

describe("/login", () => {
  it("leads somebody who is signed in to the studio, and back to the page that asked for it", async () => {
    const { page } = await person("approved");
    await page.goto("/login");
    await page.getByText("Welcome,").waitFor();
    const stranger = await open().visitor();
    await stranger.goto("/settings");
    await atLogin(stranger);
    expect(new URL(stranger.url()).search).toBe("");
    await stranger.getByLabel("Email").fill(ADMIN.email);
    await stranger.getByLabel("Password").fill(ADMIN.password);
    await stranger.keyboard.press("Enter");
    await stranger.getByRole("heading", { name: "Settings" }).waitFor();
  });
});

describe("an applicant who waits", () => {
  it("is promised no e-mail where none can be sent, and has buttons for a thumb on a phone", async () => {
    const { page } = await person("pending", { viewport: PHONE, hasTouch: true });
    await page.getByText("nobody will notify you", { exact: false }).waitFor();
    for (const name of ["Check Status", "Sign Out"]) {
      const box = await page.getByRole("button", { name }).boundingBox();
      expect(box?.height, name).toBeGreaterThanOrEqual(44);
    }
    expect(await barriers(page)).toEqual([]);
  });

  it("and is rejected, is told so at the next look", async () => {
    const { id, page } = await person("pending");
    await setStatus(id, "rejected");
    await page.getByRole("button", { name: "Check Status" }).click();
    await atLogin(page);
    await page.getByText("Account has been rejected. Please contact support.").waitFor();
  });
});

describe("a forgotten password", () => {
  it("is set anew by a link from an administrator, once", async () => {
    const { email, page } = await person("approved");
    const admin = await open().operator();
    await goTo(admin, "Admin Dashboard");
    const row = admin.getByRole("region", { name: "All Users" }).getByRole("row").filter({ hasText: email });
    await row.getByRole("button", { name: "Reset password" }).click();
    const dialog = admin.getByRole("dialog", { name: "Reset Password" });
    await dialog.getByRole("button", { name: "Create Link" }).click();
    const link = await dialog.getByLabel("Link").inputValue();
    expect(await barriers(admin)).toEqual([]);

    const forgetful = await open().visitor();
    await forgetful.goto("/reset-password");
    await forgetful.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    // Only the fragment changes: the page stands already.
    await forgetful.goto(link);
    await forgetful.getByLabel("New Password", { exact: true }).fill("another long one");
    await forgetful.getByLabel("Confirm New Password").fill("another long");
    await forgetful.getByRole("button", { name: "Set Password" }).click();
    await forgetful.getByText("Passwords don't match").waitFor();
    await forgetful.getByLabel("Confirm New Password").fill("another long one");
    await forgetful.getByRole("button", { name: "Set Password" }).click();
    await forgetful.getByText("Your new password is set. Sign in with it.").waitFor();
    // Signed out wherever the account was signed in.
    await atLogin(page);
    await page.getByText("Your password was reset, so you were signed out everywhere.", { exact: false }).waitFor();
    await signIn(forgetful, { email, password: "another long one" });
    await forgetful.getByText("Welcome,").waitFor();

    const again = await open().visitor();
    await again.goto(link);
    await again.getByLabel("New Password", { exact: true }).fill("a third long one");
    await again.getByLabel("Confirm New Password").fill("a third long one");
    await again.getByRole("button", { name: "Set Password" }).click();
    await again.getByText("This link does not work any more. Ask for a new one.").waitFor();
  });

  it("without e-mail leads to people who can help", async () => {
    const page = await open().visitor();
    await page.goto("/login");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByText("This studio sends no e-mail", { exact: false }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});
