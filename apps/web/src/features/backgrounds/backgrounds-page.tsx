import { PageHeader } from "@nightjar/ui";
import { Reading } from "../../layout/reading.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { BackgroundGrid } from "./background-grid.tsx";
import { BackgroundSettings } from "./background-settings.tsx";
import { UploadCard } from "./upload-card.tsx";
import { UploadsCard } from "./uploads-card.tsx";

/** /backgrounds */
export function BackgroundsPage() {
  usePageTitle("Background Videos");
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Background Videos" subtitle="Upload and manage video backgrounds" />
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
        <UploadCard />
        <BackgroundSettings />
      </div>
      <UploadsCard />
      <Reading loading="Loading backgrounds..." failed="The backgrounds could not be read">
        <BackgroundGrid />
      </Reading>
    </div>
  );
}
