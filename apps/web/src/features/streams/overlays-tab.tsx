import { EmptyState } from "@nightjar/ui";
import { Layers } from "lucide-react";

export function OverlaysTab() {
  return (
    <EmptyState
      icon={<Layers />}
      title="Not built yet"
      text="Here you will apply an overlay template. Until then the stream shows artwork, title and artist."
      className="py-8"
    />
  );
}
