import { cn, Lamp } from "@nightjar/ui";
import { type ReactNode, useEffect, useId, useRef } from "react";

interface PartProps {
  title: string;
  /** What a change of it does on air, and when; null: the stream is off air. */
  onAir: string | null;
  /** Viewers will notice what was changed. */
  isNoticed?: boolean;
  /** The dialog was opened for it. */
  isWanted: boolean;
  children: ReactNode;
}

/** Settings that belong together, and what a change of them does on air. */
export function Part({ title, onAir, isNoticed = false, isWanted, children }: PartProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    // After the dialog has taken the focus, which it gives back when it is closed.
    queueMicrotask(() => {
      section.current?.scrollIntoView({ block: "start" });
      section.current?.querySelector<HTMLElement>("input, select, textarea, button")?.focus({ preventScroll: true });
    });
  }, [isWanted]);
  return (
    <section ref={section} aria-labelledby={id} className="flex flex-col gap-4 border-t border-line py-5 first:border-0 first:pt-0">
      <div>
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        {onAir !== null && (
          <p className={cn("mt-1 flex items-start gap-2 text-sm", isNoticed ? "text-warn" : "text-soft")}>
            <Lamp tone={isNoticed ? "warn" : "live"} className="mt-1.5" />
            <span>On air: {onAir}</span>
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
