import { Button, Notice } from "@nightjar/ui";

const list = new Intl.ListFormat("en", { type: "conjunction" });

export interface FormConflictProps {
  of: "track" | "stream" | "background";
  /** Of what they changed. */
  names: readonly string[];
  onLoad: () => void;
  onKeep: () => void;
}

/** Once, when it appears: who types further down would not see why nothing can be saved. */
const bringIntoView = (element: HTMLDivElement | null) => element?.scrollIntoView({ block: "nearest" });

/** Somebody else saved what is edited here: what they changed, and both ways out. */
export function FormConflict({ of, names, onLoad, onKeep }: FormConflictProps) {
  return (
    <div ref={bringIntoView}>
      <Notice tone="warn" role="alert">
        <p>
          Somebody changed {names.length > 0 && `${list.format(names)} of `}this {of} while you were editing it. Your changes are not saved
          yet.
        </p>
        <p className="mt-1 text-soft">Keeping yours leaves alone what only they have changed.</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={onLoad}>
            Load theirs
          </Button>
          <Button size="sm" variant="primary" onClick={onKeep}>
            Keep mine
          </Button>
        </div>
      </Notice>
    </div>
  );
}
