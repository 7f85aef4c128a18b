import { createFileRoute } from "@tanstack/react-router";
import { Layers } from "lucide-react";
import { Coming } from "../../layout/coming.tsx";

export const Route = createFileRoute("/_studio/overlay")({
  component: () => (
    <Coming
      title="Overlay Designer"
      subtitle="Customize stream overlays"
      icon={Layers}
      what="Here you will design what lies over the picture: text, artwork, logos and a progress bar. Until then streams show artwork, title and artist."
    />
  ),
});
