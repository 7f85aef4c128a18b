import { overlayTemplate, type OverlayTemplate } from "@nightjar/contract";
import type { Locator, Page } from "playwright-core";
import { read } from "../../src/call.ts";
import { until } from "../../src/until.ts";
import { open } from "./studio.ts";

export const templates = () => read(open().call, overlayTemplate.array(), "/api/overlay-templates");
export const listed = (page: Page, name: string): Locator =>
  page.getByRole("list", { name: "Templates" }).getByRole("button", { name, exact: true });

/** Once there is one. */
export const storedNamed = (name: string): Promise<OverlayTemplate> =>
  until(`a template ${name}`, async () => (await templates()).find((each) => each.name === name));
