import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { barriers } from "../src/axe.ts";
import { DESKTOP, PHONE } from "../src/browser.ts";
import { goTo, signIn } from "../src/newcomer.ts";
import { ADMIN, studioFor } from "../src/studio-for.ts";

// /settings, and what every screen has in common.

const NEW_PASSWORD = "sixsix";
const FULL = "The disk is full: nothing can be saved until space is freed on the server. What is on air goes on.";
/** In a part of the studio of their own; the preview has none. */
const SCREENS = ["/", "/library", "/streaming", "/overlay", "/backgrounds", "/spotify", "/playlist-sync", "/test-stream", "/settings"];

const open = studioFor("settings");
const notice = (page: Page, title: string) => page.locator("[data-notice]").filter({ hasText: title });
const form = (page: Page) => page.getByRole("region", { name: "Change Password" });

async function fill(page: Page, current: string, next: string, again: string): Promise<void> {
  await form(page).getByLabel("Current Password").fill(current);
  await form(page).getByLabel("New Password", { exact: true }).fill(next);
  await form(page).getByLabel("Confirm New Password").fill(again);
  await page.keyboard.press("Enter");
}

describe("the settings", () => {
  it("tell of the account what the browser keeps of it", async () => {
    const page = await open().operator();
    const kept: unknown = JSON.parse(String(await page.evaluate("localStorage.getItem('user')")));
    expect(kept).toMatchObject({ email: ADMIN.email, role: "admin", status: "approved", createdAt: expect.any(String) });
    await page.getByRole("link", { name: /^Settings/ }).click();
    const account = page.getByRole("region", { name: "Account Information" });
    const year = new Date().getFullYear();
    for (const text of [ADMIN.email, "admin", "approved"]) await account.getByText(text, { exact: true }).waitFor();
    await account.getByText("Member since").waitFor();
    await account.getByText(new RegExp(`^\\d{1,2} \\w+ ${year}$`)).waitFor();
    const other = { ...Object(kept), email: "someone@label.example", role: "curator" };
    // Anywhere in a batch of calls.
    await page.route(
      ({ pathname }) => pathname.includes("auth.me"),
      (route) => route.abort(),
    );
    // What was asked before may still be answered, and be kept; of a page loaded now nothing is.
    await page.reload();
    await account.waitFor();
    await page.evaluate((user) => localStorage.setItem("user", user), JSON.stringify(other));
    await goTo(page, "Music Library");
    // Left at once the other screen would never have stood, and this one would be as it was drawn.
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await page.getByRole("link", { name: /^Settings/ }).click();
    for (const text of [other.email, "curator"]) await account.getByText(text, { exact: true }).waitFor();
  });

  it("say at each field of the password what is missing", async () => {
    const page = await open().operator();
    await page.goto("/settings");
    await form(page).getByRole("button", { name: "Change Password" }).click();
    for (const text of ["Current password is required", "Password must be at least 6 characters", "Please confirm your password"]) {
      await form(page).getByText(text, { exact: true }).waitFor();
    }
    await fill(page, ADMIN.password, "fives", "fives");
    await form(page).getByText("Password must be at least 6 characters", { exact: true }).waitFor();
    await fill(page, ADMIN.password, NEW_PASSWORD, "seven77");
    await form(page).getByText("Passwords don't match", { exact: true }).waitFor();
    await goTo(page, "Music Library");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await form(page).getByLabel("Confirm New Password").inputValue()).toBe("seven77");
    await goTo(page, "Music Library");
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
  });

  it("are not signed out of while something typed is not stored, unless that is meant", async () => {
    const page = await open().operator();
    await page.goto("/settings");
    await form(page).getByLabel("Current Password").fill("typed");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    const signOut = page.getByRole("button", { name: "Sign Out" });
    for (const _once of ["and", "again"]) {
      await signOut.click();
      await question.getByRole("button", { name: "Cancel" }).click();
      await question.waitFor({ state: "detached" });
    }
    expect(await form(page).getByLabel("Current Password").inputValue()).toBe("typed");
    await goTo(page, "Music Library");
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Music Library", level: 1 }).waitFor();
    await page.goBack();
    await form(page).getByLabel("Current Password").fill("typed");
    await signOut.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  });

  it("say why a password was not changed, and that it was", async () => {
    const page = await open().operator();
    await page.goto("/settings");
    await fill(page, "not the password", NEW_PASSWORD, NEW_PASSWORD);
    await notice(page, "Error").getByText("Current password is incorrect", { exact: true }).waitFor();
    await page.route("**/trpc/auth.changePassword*", (route) => route.abort());
    await fill(page, ADMIN.password, NEW_PASSWORD, NEW_PASSWORD);
    await notice(page, "Error").getByText("Failed to change password", { exact: true }).waitFor();
    await page.unroute("**/trpc/auth.changePassword*");
    // The notice comes before the form is free: Enter in a busy one sends nothing.
    await form(page).getByRole("button", { name: "Change Password" }).click({ trial: true });
    await page.keyboard.press("Enter");
    await notice(page, "Password updated").waitFor();
    expect(await form(page).getByLabel("Current Password").inputValue()).toBe("");
    const again = await open().visitor();
    await signIn(again, { ...ADMIN, password: NEW_PASSWORD });
    await again.getByText("Welcome,").waitFor();
    await again.goto("/settings");
    await fill(again, NEW_PASSWORD, ADMIN.password, ADMIN.password);
    await notice(again, "Password updated").waitFor();
  });

  it("say why the other sessions stay, and that they ended", async () => {
    const page = await open().operator();
    await page.goto("/settings");
    const body = JSON.stringify([{ error: { message: FULL, code: -32603, data: { httpStatus: 503 } } }]);
    await page.route("**/trpc/auth.endOtherSessions*", (route) => route.fulfill({ status: 503, contentType: "application/json", body }));
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await notice(page, "Error").getByText(FULL, { exact: true }).waitFor();
    await page.unroute("**/trpc/auth.endOtherSessions*");
    await page.getByRole("button", { name: "End all other sessions" }).click();
    await notice(page, "Sessions ended").waitFor();
  });
});

describe("every screen", () => {
  it("stands beside the sidebar, the preview alone", async () => {
    const page = await open().operator();
    const sidebar = page.getByRole("navigation", { name: "Main" });
    for (const path of SCREENS) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await sidebar.isVisible(), path).toBe(true);
    }
    await page.goto("/overlay-preview");
    await page.getByText("No preview data found.").waitFor();
    expect(await sidebar.count()).toBe(0);
  });

  it.each([
    ["wide", DESKTOP],
    ["on a phone", PHONE],
  ] as const)("keeps nobody out %s, and is not wider than that", async (_name, viewport) => {
    const page = await open().operator({ viewport });
    for (const path of [...SCREENS, "/admin", "/nowhere"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBeLessThanOrEqual(viewport.width);
      expect(await barriers(page), path).toEqual([]);
    }
  });
});
