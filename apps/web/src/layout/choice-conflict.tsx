import { MetNotice, type MetNoticeProps } from "./met-notice.tsx";

export interface ChoiceConflictProps extends Pick<MetNoticeProps, "onLoad" | "onKeep"> {
  of: "background" | "template";
  /** What they chose; null: none of its own. */
  id: string | null;
  /** undefined: it is not read yet, or gone. */
  name: string | undefined;
  /** Within a sentence. */
  none: string;
  isNot: "saved" | "applied";
}

/** Somebody else chose another one for the stream that something is chosen for here: which, and both ways out. */
export function ChoiceConflict({ of, id, name, none, isNot, onLoad, onKeep }: ChoiceConflictProps) {
  const theirs = name === undefined ? `another ${of}` : `“${name}”`;
  return (
    <div className="mb-3">
      <MetNotice onLoad={onLoad} onKeep={onKeep}>
        <p>
          Somebody chose {id === null ? none : theirs} for this stream meanwhile. Your choice is not {isNot} yet.
        </p>
      </MetNotice>
    </div>
  );
}
