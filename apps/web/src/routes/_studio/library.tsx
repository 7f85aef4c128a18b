import { createFileRoute } from "@tanstack/react-router";
import { LibraryPage } from "../../features/library/library-page.tsx";
import { loadLibrary } from "../../features/library/load.ts";

export const Route = createFileRoute("/_studio/library")({ loader: ({ context }) => loadLibrary(context.api), component: LibraryPage });
