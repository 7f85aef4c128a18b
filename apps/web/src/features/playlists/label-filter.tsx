import { PRESET_LABELS } from "@nightjar/contract";
import { Button, cn, Field, Input } from "@nightjar/ui";
import { Plus, X } from "lucide-react";
import { useState, type SyntheticEvent } from "react";
import { useUnsaved } from "../../lib/unsaved.ts";

export interface LabelFilterProps {
  /** Those it is filtered by. */
  labels: readonly string[];
  /** Those that the playlist names, the most frequent first. */
  named: readonly string[];
  onChange: (labels: readonly string[]) => void;
}

/** As many of the playlist's own are offered. */
const OFFERED_MAX = 12;
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function LabelChip({ label, isOn, onPress }: { label: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      dir="auto"
      aria-pressed={isOn}
      onClick={onPress}
      className={cn(
        "max-w-full truncate rounded-full border px-3 py-1 text-sm focus-visible:outline-2 focus-visible:outline-moon",
        isOn ? "border-moon bg-moon/15 text-moon" : "border-edge text-soft hover:bg-raised",
      )}
    >
      {label}
    </button>
  );
}

function Chips({
  title,
  all,
  labels,
  toggle,
}: {
  title: string;
  all: readonly string[];
  labels: readonly string[];
  toggle: (label: string) => void;
}) {
  return (
    <div role="group" aria-label={title} className="flex flex-col gap-2">
      <p aria-hidden className="text-xs font-medium text-dim">
        {title}
      </p>
      <div className="flex flex-wrap gap-2">
        {all.map((label) => (
          <LabelChip key={label} label={label} isOn={labels.some((each) => isSame(each, label))} onPress={() => toggle(label)} />
        ))}
      </div>
    </div>
  );
}

/** The twelve labels, those of the playlist, and whatever is typed. */
export function LabelFilter({ labels, named, onChange }: LabelFilterProps) {
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim() !== "";
  useUnsaved(isTyped);
  const toggle = (label: string) => {
    const others = labels.filter((each) => !isSame(each, label));
    onChange(others.length < labels.length ? others : [...labels, label]);
  };
  const add = (event: SyntheticEvent) => {
    event.preventDefault();
    const label = typed.trim();
    if (label !== "" && !labels.some((each) => isSame(each, label))) onChange([...labels, label]);
    setTyped("");
  };
  const own = named.filter((label) => !PRESET_LABELS.some((preset) => isSame(preset, label))).slice(0, OFFERED_MAX);
  const custom = labels.filter((label) => ![...PRESET_LABELS, ...own].some((each) => isSame(each, label)));
  return (
    <div className="flex flex-col gap-4">
      <Chips title="Major labels" all={PRESET_LABELS} labels={labels} toggle={toggle} />
      {own.length > 0 && <Chips title="Labels of this playlist" all={own} labels={labels} toggle={toggle} />}
      {custom.length > 0 && <Chips title="Your labels" all={custom} labels={labels} toggle={toggle} />}
      <form onSubmit={add} className="flex flex-wrap items-end gap-2">
        <Field label="Another label" className="min-w-0 flex-1 basis-48">
          {(control) => <Input {...control} maxLength={200} value={typed} onChange={(event) => setTyped(event.target.value)} />}
        </Field>
        <Button type="submit" disabled={!isTyped}>
          <Plus aria-hidden />
          Add
        </Button>
        {labels.length > 0 && (
          <Button variant="ghost" onClick={() => onChange([])}>
            <X aria-hidden />
            All labels
          </Button>
        )}
      </form>
    </div>
  );
}
