import { createFileRoute, redirect } from "@tanstack/react-router";
import { loadStreams } from "../../features/streams/load.ts";
import { streamSearch } from "../../features/streams/search.ts";
import { StreamingPage } from "../../features/streams/streaming-page.tsx";

export const Route = createFileRoute("/_studio/streaming")({
  validateSearch: streamSearch,
  beforeLoad: ({ location }) => {
    const { youtube, ...rest } = location.search as Record<string, unknown>;
    if (youtube !== undefined) redirect({ to: "/streaming", search: streamSearch(rest), replace: true, throw: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadStreams(context.api, deps),
  component: StreamingPage,
});
