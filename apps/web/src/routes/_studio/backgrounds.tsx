import { createFileRoute } from "@tanstack/react-router";
import { Image } from "lucide-react";
import { Coming } from "../../layout/coming.tsx";

export const Route = createFileRoute("/_studio/backgrounds")({
  component: () => (
    <Coming
      title="Background Videos"
      subtitle="Upload and manage video backgrounds"
      icon={Image}
      what="Here you will upload the videos that run behind the music. Until then streams run on the plain default background."
    />
  ),
});
