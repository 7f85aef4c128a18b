import type { Page } from "playwright-core";

/** What is taken a picture of. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Says that it stands. */
  readonly heading: string;
  readonly show?: (page: Page) => Promise<unknown>;
  /** The screen is in a tab of its own, which this opens. */
  readonly inTab?: (page: Page) => Promise<Page>;
}
