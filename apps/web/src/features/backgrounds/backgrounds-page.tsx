import { PageHeader } from "@nightjar/ui";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { Reading } from "../../layout/reading.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { uploadsShown } from "../../lib/uploads-shown.ts";
import { BackgroundGrid } from "./background-grid.tsx";
import { BackgroundSettings } from "./background-settings.tsx";
import { UploadCard } from "./upload-card.tsx";

/** With what sends them: whoever only looks has no need of it. */
const UploadsCard = lazy(async () => ({ default: (await import("./uploads-card.tsx")).UploadsCard }));

/** /backgrounds */
export function BackgroundsPage() {
  usePageTitle("Background Videos");
  const hasUploads = useSyncExternalStore(uploadsShown.subscribe, () => (uploadsShown.snapshot()?.listed ?? 0) > 0);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Background Videos" subtitle="Upload and manage video backgrounds" />
      <div className="grid gap-4 lg:grid-cols-[1fr_20rem]">
        <UploadCard />
        <BackgroundSettings />
      </div>
      {hasUploads && (
        <Suspense>
          <UploadsCard />
        </Suspense>
      )}
      <Reading loading="Loading backgrounds..." failed="The backgrounds could not be read">
        <BackgroundGrid />
      </Reading>
    </div>
  );
}
