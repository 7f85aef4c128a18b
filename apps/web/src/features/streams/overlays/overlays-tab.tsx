import type { OverlayTemplate, StreamHead } from "@nightjar/contract";
import { Badge, Button } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { laterDialog } from "../../../layout/later-dialog.tsx";
import { Reading } from "../../../layout/reading.tsx";
import { trpc } from "../../../lib/trpc.ts";

const SelectTemplateDialog = laterDialog(async () => (await import("./select-template-dialog.tsx")).SelectTemplateDialog);

function Elements({ template }: { template: OverlayTemplate }) {
  const [elements] = trpc.overlays.templateElements.useSuspenseQuery({ id: template.id });
  if (elements.length === 0) return <p className="text-sm text-dim">This template has no elements: the background is shown alone.</p>;
  return (
    <ul aria-label="Overlay elements" className="flex flex-col">
      {elements.map((element) => (
        <li key={element.id} className="flex items-center gap-3 border-t border-line py-2">
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate text-sm font-medium">
              {element.name}
            </span>
            <span className="block truncate text-sm text-dim">{element.type}</span>
          </span>
          <Badge tone={element.isVisible ? "good" : "neutral"}>{element.isVisible ? "Visible" : "Hidden"}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** The stream's one overlay template, and what is in it. */
export function OverlaysTab({ stream }: { stream: StreamHead }) {
  return (
    <Reading loading="Loading templates..." failed="The templates could not be read">
      <Chosen stream={stream} />
    </Reading>
  );
}

function Chosen({ stream }: { stream: StreamHead }) {
  const [templates] = trpc.overlays.templates.useSuspenseQuery();
  const [isSelecting, setSelecting] = useState(false);
  const active = templates.find((template) => template.id === stream.activeOverlayTemplateId);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        {active ? (
          <div className="min-w-0">
            <p dir="auto" className="truncate text-sm font-medium">
              {active.name}
            </p>
            {active.description !== null && <p className="line-clamp-2 text-sm text-dim">{active.description}</p>}
          </div>
        ) : (
          <p className="text-sm text-dim">No template chosen: the stream shows artwork, title and artist.</p>
        )}
        <div className="flex flex-wrap gap-2">
          {active && (
            <Button asChild size="sm">
              <Link to="/overlay" search={{ template: active.id }}>
                Edit in Designer
              </Link>
            </Button>
          )}
          <Button size="sm" onClick={() => setSelecting(true)}>
            Select Template
          </Button>
        </div>
      </div>
      {active && (
        <Reading loading="Loading elements..." failed="The elements could not be read">
          <Elements template={active} />
        </Reading>
      )}
      {isSelecting && <SelectTemplateDialog stream={stream} onClose={() => setSelecting(false)} />}
    </div>
  );
}
