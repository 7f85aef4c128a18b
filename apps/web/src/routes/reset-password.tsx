import { createFileRoute } from "@tanstack/react-router";
import { ResetPage } from "../features/auth/reset-page.tsx";

export const Route = createFileRoute("/reset-password")({ component: ResetPage });
