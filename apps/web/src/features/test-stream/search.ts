import { textOf } from "../../lib/shape.ts";

/** What the address of /test-stream carries: the chosen stream. */
export interface TestSearch {
  readonly stream?: string | undefined;
}

export const testSearch = ({ stream }: Record<string, unknown>): TestSearch => ({ stream: textOf(stream) });
