import type { OverlayTemplate, TemplateId } from "@nightjar/contract";

/** What applying does to a stream on air. @param to null: no template */
export function willChange(
  from: TemplateId | null,
  to: TemplateId | null,
  templates: readonly Pick<OverlayTemplate, "id" | "name">[],
): string {
  if (from === to) return "This is what it shows now: nothing changes.";
  const nameOf = (id: TemplateId | null) => {
    const name = id === null ? undefined : templates.find((template) => template.id === id)?.name;
    return name === undefined ? "artwork, title and artist" : `“${name}”`;
  };
  return `Applying puts ${nameOf(to)} in the place of ${nameOf(from)} within the track, as soon as its picture is rendered. The sound goes on.`;
}
