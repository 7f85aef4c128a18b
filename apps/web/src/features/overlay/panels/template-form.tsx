import type { OverlayTemplate, TemplateId } from "@nightjar/contract";
import { Button, Field, Input, Locked } from "@nightjar/ui";
import { useState } from "react";
import { complainOf, notify } from "../../../lib/toast.ts";
import { useIsHere } from "../../../lib/use-is-here.ts";
import { ChangedMeanwhile, Gone } from "../kernel/types.ts";
import { useStore } from "../use-design.ts";
import { useIsDeleted } from "../use-is-deleted.ts";
import type { TypedDetails } from "../use-typed-details.ts";
import { copyName } from "./copy-name.ts";

const COMPACT = "gap-1 [&>label]:text-xs [&>label]:font-normal [&>label]:text-dim";

export interface TemplateFormProps {
  /** null: it is not stored yet. */
  template: OverlayTemplate | null;
  typed: TypedDetails;
  names: readonly string[];
  onSavedAsNew: (id: TemplateId) => void;
}

/** Name and description, and both ways to save. Elements are stored as they are edited. */
export function TemplateForm({ template, typed: { details: typed, type }, names, onSavedAsNew }: TemplateFormProps) {
  const designer = useStore();
  const isDeleted = useIsDeleted();
  const isStored = template !== null && !isDeleted;
  const isHere = useIsHere("/overlay", "template");
  const [busy, setBusy] = useState<"changes" | "new" | null>(null);
  /** Called the same when it is pressed again: it may stand in the list already, and only the answer was lost. */
  const [copy, setCopy] = useState<{ of: string; name: string } | null>(null);
  const name = typed.name ?? template?.name ?? "";
  const description = typed.description ?? template?.description ?? "";
  const isBlank = name.trim() === "";

  const saveAsNew = async (values: { name: string; description: string | null }) => {
    const isCopy = isStored && values.name === template?.name;
    const called = copy?.of === values.name ? copy.name : copyName(values.name, names);
    if (isCopy) setCopy({ of: values.name, name: called });
    const saved = await designer.saveAsNew(isCopy ? { ...values, name: called } : values);
    setCopy(null);
    return saved;
  };
  const run = async (what: "changes" | "new") => {
    setBusy(what);
    const values = { name: name.trim(), description: description.trim() === "" ? null : description.trim() };
    try {
      const saved = what === "changes" ? await designer.saveTemplate(values) : await saveAsNew(values);
      if (what === "changes") notify("Template Updated", saved.name);
      else notify("Template Saved", saved.name);
      // What is typed of another one that was opened meanwhile is none of this.
      if (designer.getSnapshot().template?.id !== saved.id) return;
      type({});
      if (what === "new" && isHere()) onSavedAsNew(saved.id);
    } catch (error) {
      // Above the canvas stands who it was, with both ways out, or that it was deleted.
      if (error instanceof ChangedMeanwhile || error instanceof Gone) return;
      complainOf(error, ["Save Failed", "The template could not be saved. Please try again."]);
    } finally {
      setBusy(null);
    }
  };

  return (
    <form
      aria-label="Template details"
      className="mt-1 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlank && busy === null) void run(isStored ? "changes" : "new");
      }}
    >
      <Locked value={busy !== null}>
        <Field label="Template name" className={COMPACT} {...(isBlank && typed.name !== undefined && { error: "Enter a name" })}>
          {(control) => (
            <Input
              {...control}
              className="control-compact"
              value={name}
              maxLength={200}
              required
              placeholder="Name of the new template"
              onChange={(event) => type({ ...typed, name: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" className={COMPACT}>
          {(control) => (
            <Input
              {...control}
              className="control-compact"
              value={description}
              maxLength={5000}
              placeholder="Optional"
              onChange={(event) => type({ ...typed, description: event.target.value })}
            />
          )}
        </Field>
      </Locked>
      <div className="flex flex-col gap-1.5">
        {isStored && (
          <Button type="submit" size="sm" variant="primary" busy={busy === "changes"} disabled={isBlank || busy !== null}>
            Save Changes
          </Button>
        )}
        <Button
          type={isStored ? "button" : "submit"}
          size="sm"
          variant={isStored ? "secondary" : "primary"}
          busy={busy === "new"}
          disabled={isBlank || busy !== null}
          {...(isStored && { onClick: () => void run("new") })}
        >
          Save as New Template
        </Button>
      </div>
    </form>
  );
}
