import { MetNotice, type MetNoticeProps } from "./met-notice.tsx";

const list = new Intl.ListFormat("en", { type: "conjunction" });

export interface FormConflictProps extends Pick<MetNoticeProps, "onLoad" | "onKeep"> {
  of: "track" | "stream" | "background";
  /** Of what they changed. */
  names: readonly string[];
}

/** Somebody else saved what is edited here: what they changed, and both ways out. */
export function FormConflict({ of, names, ...notice }: FormConflictProps) {
  return (
    <MetNotice {...notice}>
      <p>
        Somebody changed {names.length > 0 && `${list.format(names)} of `}this {of} while you were editing it. Your changes are not saved
        yet.
      </p>
      <p className="mt-1 text-soft">Keeping yours leaves alone what only they have changed.</p>
    </MetNotice>
  );
}
