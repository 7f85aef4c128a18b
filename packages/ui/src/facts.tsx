import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** What is known of one thing, a line each. */
export function Facts({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={cn("divide-y divide-line px-5 pt-1 pb-2 text-sm", className)}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-3">
      <dt className="text-dim">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
