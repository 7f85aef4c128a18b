import type { Page } from "playwright-core";

/** Asks to reload, and stays. @returns what the browser asked with */
export async function reloadAndStay(page: Page): Promise<string> {
  const asked = page.waitForEvent("dialog");
  void page.evaluate("location.reload()").catch(() => undefined);
  const question = await asked;
  await question.dismiss();
  return question.type();
}
