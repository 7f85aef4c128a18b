import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

export interface TabsProps<Value extends string> {
  /** The accessible name of the row of tabs. */
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[];
  /** Fills what its parent has left, and only the panel scrolls. */
  fills?: boolean;
}

/** A row of tabs with the panel of the chosen one below. */
export function Tabs<Value extends string>({ label, value, onValueChange, tabs, fills = false }: TabsProps<Value>) {
  const choose = (next: string) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onValueChange(tab.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose} className={cn(fills && "flex min-h-0 flex-1 flex-col bg-panel")}>
      <RadixTabs.List aria-label={label} className={cn("flex shrink-0 gap-1 overflow-x-auto border-b border-line", fills && "px-2")}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-3 py-2.5 text-sm font-medium whitespace-nowrap text-dim -outline-offset-2 hover:text-ink data-[state=active]:border-moon data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.value}
          value={tab.value}
          className={
            fills ? "min-h-0 flex-1 overflow-y-auto -outline-offset-2 data-[state=inactive]:hidden" : "pt-5 focus-visible:outline-offset-4"
          }
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
