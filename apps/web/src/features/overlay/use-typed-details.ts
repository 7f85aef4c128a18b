import type { TemplateId } from "@nightjar/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Designer } from "./kernel/types.ts";
import { useDesign, useStore } from "./use-design.ts";

/** What is typed of a template's name and description. */
export interface Details {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

export interface TypedDetails {
  readonly details: Details;
  readonly type: (details: Details) => void;
  /** Whether something is typed that is not stored, as of now. */
  readonly isUnsaved: () => boolean;
}

const shownBy = (designer: Designer) => designer.getSnapshot().template;

/** Kept beside the panels, which come and go on a narrow screen; of another template nothing is typed. */
export function useTypedDetails(): TypedDetails {
  const designer = useStore();
  const id = useDesign(({ template }): TemplateId | null => template?.id ?? null);
  const [typed, setTyped] = useState<{ readonly of: TemplateId | null; readonly details: Details }>({ of: id, details: {} });
  // Who leaves right after saving is asked before the next drawing.
  const latest = useRef(typed);
  const type = useCallback(
    (details: Details) => {
      latest.current = { of: shownBy(designer)?.id ?? null, details };
      setTyped(latest.current);
    },
    [designer],
  );
  useEffect(() => {
    if (latest.current.of !== id) type({});
  }, [id, type]);
  const isUnsaved = () => {
    const template = shownBy(designer);
    const { of, details } = latest.current;
    if (of !== (template?.id ?? null)) return false;
    const differs = (now: string | undefined, stored: string) => now !== undefined && now.trim() !== stored;
    return differs(details.name, template?.name ?? "") || differs(details.description, template?.description ?? "");
  };
  return { details: typed.of === id ? typed.details : {}, type, isUnsaved };
}
