import { createFileRoute } from "@tanstack/react-router";
import { LibraryPage } from "../../features/library/library-page.tsx";
import { loadLibrary } from "../../features/library/load.ts";
import { librarySearch } from "../../features/library/search.ts";

export const Route = createFileRoute("/_studio/library")({
  validateSearch: librarySearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => loadLibrary(context.api, deps),
  component: LibraryPage,
});
