import type { ReactNode } from "react";
import { useId } from "react";
import { cn } from "./cn.ts";

/** What a control takes over so that label, hint and error belong to it. */
export interface ControlProps {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

export interface FieldProps {
  label: string;
  /** A short sentence under the control. */
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A labelled control with its hint and its error. */
export function Field({ label, hint, error, required = false, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={cn("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={cn("text-sm font-medium text-soft", required && "required-mark")}>
        {label}
      </label>
      {children({ id, "aria-invalid": error !== undefined, "aria-describedby": hasNote ? noteId : undefined })}
      {hasNote && (
        <p
          id={noteId}
          role={error === undefined ? undefined : "alert"}
          className={cn("text-sm", error === undefined ? "text-dim" : "text-bad")}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
