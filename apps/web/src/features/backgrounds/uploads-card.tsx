import { Button, Card, CardHeader } from "@nightjar/ui";
import { plural } from "../../lib/format.ts";
import { isUnderWay } from "./upload-queue.ts";
import { UploadRow } from "./upload-row.tsx";
import { uploads, useUploads } from "./uploads.ts";

/** What is on its way by itself, since no dialog shows it any more. */
export function UploadsCard() {
  const items = useUploads().filter(({ creates }) => creates);
  if (items.length === 0) return null;
  const underWay = items.filter(isUnderWay).length;
  return (
    <Card aria-labelledby="uploads">
      <CardHeader
        id="uploads"
        title="Uploads"
        description={
          underWay > 0
            ? `${plural(underWay, "file")} on the way. You can go on working; they go on too.`
            : "All files have been dealt with."
        }
        aside={
          items.some(({ status }) => status === "created") && (
            <Button size="sm" variant="ghost" onClick={() => uploads.forgetCreated()}>
              Clear finished
            </Button>
          )
        }
      />
      <ul aria-label="Uploads" className="divide-y divide-line px-5 py-2">
        {items.map((item) => (
          <UploadRow key={item.id} item={item} />
        ))}
      </ul>
    </Card>
  );
}
