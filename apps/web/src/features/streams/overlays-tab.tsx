import type { OverlayTemplate, Stream } from "@nightjar/contract";
import { Badge, Button, Loading } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { QueryError } from "../../layout/query-state.tsx";
import { trpc } from "../../lib/trpc.ts";
import { SelectTemplateDialog } from "./select-template-dialog.tsx";

function Elements({ template }: { template: OverlayTemplate }) {
  const query = trpc.overlays.templateElements.useQuery({ id: template.id });
  if (query.isPending) return <Loading text="Loading elements..." />;
  if (query.isError)
    return <QueryError error={query.error} fallback="The elements could not be read" onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) return <p className="text-sm text-dim">This template has no elements: the background is shown alone.</p>;
  return (
    <ul aria-label="Overlay elements" className="flex flex-col">
      {query.data.map((element) => (
        <li key={element.id} className="flex items-center gap-3 border-t border-line py-2">
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{element.name}</span>
            <span className="block truncate text-sm text-dim">{element.type}</span>
          </span>
          <Badge tone={element.isVisible ? "good" : "neutral"}>{element.isVisible ? "Visible" : "Hidden"}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** The stream's one overlay template, and what is in it. */
export function OverlaysTab({ stream }: { stream: Stream }) {
  const query = trpc.overlays.templates.useQuery();
  const [isSelecting, setSelecting] = useState(false);
  if (query.isPending) return <Loading text="Loading templates..." />;
  if (query.isError)
    return <QueryError error={query.error} fallback="The templates could not be read" onRetry={() => void query.refetch()} />;
  const active = query.data.find((template) => template.id === stream.activeOverlayTemplateId);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        {active ? (
          <div className="min-w-0">
            <p className="truncate text-sm font-medium">{active.name}</p>
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
      {active && <Elements template={active} />}
      {isSelecting && <SelectTemplateDialog stream={stream} templates={query.data} onClose={() => setSelecting(false)} />}
    </div>
  );
}
