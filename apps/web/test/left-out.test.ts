import { type Quarantined, trackId } from "@nightjar/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LeftOut } from "../src/features/streams/on-air/left-out.tsx";
import { queryClient, trpc, trpcClient } from "../src/lib/trpc.ts";
import { NIGHT } from "./support/as-read.ts";

/** What is drawn where so many tracks are left out. */
function drawn(count: number): string {
  const quarantine: readonly Quarantined[] = Array.from({ length: count }, (_, index) => ({
    ...{ trackId: trackId.parse(`t${index}`), title: `Moth ${index}`, artist: "Lamp" },
    ...{ reason: "The file is gone.", since: "2026-01-01T00:00:00.000Z" },
  }));
  const children = createElement(LeftOut, { streamId: NIGHT, quarantine });
  const calls = { client: trpcClient, queryClient, children };
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: queryClient }, createElement(trpc.Provider, calls)));
}

it("of thousands that are left out, as where a disk of music is gone, the first are drawn and the others counted", () => {
  const page = drawn(2000);
  expect(page.match(/<li/g)).toHaveLength(20);
  expect(page).toContain("and 1,980 more");
  expect(drawn(20).match(/<li/g)).toHaveLength(20);
  expect(drawn(20)).not.toContain("more");
});
