import { Checkbox } from "@nightjar/ui";
import { useId } from "react";

interface BackupFieldProps {
  value: boolean;
  onChange: (isSent: boolean) => void;
}

/** Whether the same goes to YouTube a second time, over a connection of its own. */
export function BackupField({ value, onChange }: BackupFieldProps) {
  const hintId = useId();
  return (
    <div>
      <Checkbox
        label="Send to YouTube's backup address too"
        aria-describedby={hintId}
        checked={value}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <p id={hintId} className="pl-7.5 text-sm text-dim">
        It doubles what this stream uploads to YouTube. Where one of the two breaks off, YouTube goes on from the other. Where YouTube has
        not told that address yet, it is sent to within a minute of going live.
      </p>
    </div>
  );
}
