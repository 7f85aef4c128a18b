import { createFileRoute } from "@tanstack/react-router";
import { loadTestStream } from "../../features/test-stream/load.ts";
import { testSearch } from "../../features/test-stream/search.ts";
import { TestStreamPage } from "../../features/test-stream/test-stream-page.tsx";

export const Route = createFileRoute("/_studio/test-stream")({
  validateSearch: testSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadTestStream(context.api, deps),
  component: TestStreamPage,
});
