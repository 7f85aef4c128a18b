/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from "vitest";
import { box, choose, command, field, notice, option, selected } from "../src/command-box.ts";
import { givenStaff } from "../src/given.ts";
import { signIn } from "../src/newcomer.ts";
import { ADMIN, studioFor } from "../src/studio-for.ts";

const STAFF = { email: "bo@label.example", password: "another good password" };
const WAITING = "kim@label.example";

const open = studioFor("commands-accounts");
beforeAll(() => givenStaff(open().call, STAFF));

describe("an account", () => {
  const statusOf = async (email: string) => {
    const { users } = (await open().call("GET", "/api/auth/users")) as { users: { email: string; status: string }[] };
    return users.find((user) => user.email === email)?.status;
  };

  it("is approved, revoked, rejected and deleted by an administrator's commands, and is told so where no list shows it", async () => {
    const { call, operator } = open();
    await call("POST", "/api/auth/register", { email: WAITING, password: "a long password" });
    const page = await operator();
    await command(page, "approve kim", `Approve ${WAITING}`);
    await notice(page, "Account Approved").getByText(WAITING).waitFor();
    expect(await statusOf(WAITING)).toBe("approved");
    await command(page, "revoke kim", `Revoke ${WAITING}`);
    await notice(page, "Account Revoked").getByText(WAITING).waitFor();
    expect(await statusOf(WAITING)).toBe("rejected");
    await choose(page, "delete account kim", `Delete the account ${WAITING}`);
    await page.getByRole("alertdialog", { name: "Delete User" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await statusOf(WAITING)).toBe(undefined);
    await call("POST", "/api/auth/register", { email: WAITING, password: "a long password" });
    await command(page, "reject kim", `Reject ${WAITING}`);
    await notice(page, "Account Rejected").getByText(WAITING).waitFor();
    await expect.poll(() => statusOf(WAITING)).toBe("rejected");
  });

  it("that somebody else lets in is not shut out by the Enter that was to let it in", async () => {
    const { call, operator } = open();
    const email = "lou@label.example";
    await call("POST", "/api/auth/register", { email, password: "a long password" });
    const { users } = (await call("GET", "/api/auth/users")) as { users: { id: string; email: string }[] };
    const page = await operator();
    await page.keyboard.press("Control+k");
    await field(page).fill(email);
    await selected(page)
      .filter({ hasText: `Approve ${email}` })
      .waitFor();
    const read = page.waitForResponse(/admin\.users/);
    await call("PATCH", `/api/auth/users/${users.find((user) => user.email === email)?.id}/status`, { status: "approved" });
    await (await read).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.keyboard.press("Enter");
    await notice(page, "Account Approved").getByText(email).waitFor();
    expect(await statusOf(email)).toBe("approved");
  });

  it("that could not be changed stays as it was, and that is said", async () => {
    const page = await open().operator();
    await page.route(/admin\.setStatus/, (route) => route.abort());
    await command(page, "revoke bo@", `Revoke ${STAFF.email}`);
    await notice(page, "Failed to update user status").getByText("The server cannot be reached.").waitFor();
    expect(await statusOf(STAFF.email)).toBe("approved");
  });

  it("is given a link for a new password by a command", async () => {
    const page = await open().operator();
    await choose(page, "reset password bo@", `Reset the password of ${STAFF.email}`);
    const dialog = page.getByRole("dialog", { name: "Reset Password" });
    await dialog.getByText(STAFF.email).waitFor();
    await dialog.getByRole("button", { name: "Create Link" }).click();
    await dialog.getByLabel("Link").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  it("is offered to administrators alone, who cannot take the access from themselves", async () => {
    const admin = await open().operator();
    await admin.keyboard.press("Control+k");
    await field(admin).fill(ADMIN.email);
    await option(admin, `Reset the password of ${ADMIN.email}`).waitFor();
    expect(await option(admin, /^(Revoke|Delete the account) ana@/).count()).toBe(0);
    const staff = await open().visitor();
    const asked: string[] = [];
    staff.on("request", (request) => asked.push(request.url()));
    await signIn(staff, STAFF);
    await staff.getByText("Welcome,").waitFor();
    await staff.keyboard.press("Control+k");
    await field(staff).fill(STAFF.email);
    await box(staff).getByText(`Nothing fits “${STAFF.email}”.`).last().waitFor();
    expect(asked.filter((url) => /trpc\/[^?]*admin\./.test(url))).toEqual([]);
  });
});
