import { createFileRoute } from "@tanstack/react-router";
import { loadSettings } from "../../features/settings/load.ts";
import { SettingsPage } from "../../features/settings/settings-page.tsx";

export const Route = createFileRoute("/_studio/settings")({ loader: ({ context }) => loadSettings(context.api), component: SettingsPage });
