import { answering } from "../../src/answering.ts";
import { button, closeAll, type Doing, type Opening, press, type ScreenOfDialogs } from "../../src/dialogs.ts";
import { STAFF } from "./studio.ts";

// Dialogs of the studio itself: who works in it, and what it makes for a newcomer.

const onStaff =
  (name: string): Doing =>
  ({ page, hand }) =>
    hand.press(button(page.getByRole("row").filter({ hasText: STAFF.email }), name));

const ADMIN: readonly Opening[] = [
  { opens: "Reset Password", by: onStaff("Reset password") },
  { opens: "Delete User", by: onStaff("Delete") },
];

/** As if there were one: to make it takes a minute. */
const builtUpon = answering((procedure, answer): unknown => {
  if (procedure !== "sample.status") return answer;
  const told = JSON.stringify(answer).replace('"state":"none"', '"state":"partly"');
  return JSON.parse(told.replace('"isBuiltUpon":false', '"isBuiltUpon":true'));
});

const DASHBOARD: readonly Opening[] = [
  {
    opens: "Remove the sample channel?",
    async by(desk) {
      await desk.page.route(/sample\.status/, builtUpon);
      await desk.page.reload();
      await press("Remove")(desk);
    },
    async leave(desk) {
      await closeAll(desk);
      await desk.page.unrouteAll({ behavior: "ignoreErrors" });
    },
  },
];

export const HOUSE: readonly ScreenOfDialogs[] = [
  { screen: "the users", at: () => "/admin", openings: ADMIN },
  { screen: "the dashboard", at: () => "/", openings: DASHBOARD },
];
