import { cn } from "@nightjar/ui";
import { type ReactNode, useId } from "react";

export interface PanelCardProps {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** One part of the left panel. */
export function PanelCard({ title, aside, className, children }: PanelCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("flex flex-col gap-2 border-t border-line px-3 py-3 first:border-t-0", className)}>
      <header className="flex min-h-6 items-center justify-between gap-2 [&_button]:-my-1">
        <h2 id={id} className="text-xs font-semibold tracking-wide text-soft">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
