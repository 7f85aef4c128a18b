import { DropdownMenu, Slot } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import { keyedOnce } from "./button.tsx";
import { cn } from "./cn.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be done now. It is reached all the same, so that this is read by everybody. */
  readonly why?: string | null;
}

export interface MenuProps {
  /** A function: they are made once it is opened. */
  items: readonly MenuItem[] | (() => readonly MenuItem[]);
  /** The button that opens it. */
  children: ReactElement;
}

/** A short list of actions behind one button, for where the buttons do not fit. */
export function Menu({ items, children }: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <AskedMenu items={typeof items === "function" ? items() : items}>{children}</AskedMenu>;
  // A long list has a menu in each row: nothing of one is made before it is asked for.
  return (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        setAsked(true);
      }}
    >
      {children}
    </Slot.Root>
  );
}

function AskedMenu({ items, children }: { items: readonly MenuItem[]; children: ReactElement }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          // Radix hands Escape to what was opened last, and that may be a notice.
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.defaultPrevented) return;
            event.preventDefault();
            setOpen(false);
          }}
          className="z-40 min-w-44 animate-fade-in rounded-xl border border-line bg-raised p-1 shadow-lift"
        >
          {items.map((item) => (
            <Item key={item.label} {...item} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ label, icon, onSelect, danger = false, disabled = false, why = null }: MenuItem) {
  return (
    <DropdownMenu.Item
      disabled={disabled && why === null}
      // What opened the menu may be held still.
      onKeyDown={keyedOnce}
      onSelect={why === null ? onSelect : (event) => event.preventDefault()}
      {...(why !== null && { "aria-disabled": true })}
      className={cn(
        "flex min-h-10 cursor-pointer items-center gap-2.5 rounded-lg px-3 text-sm outline-none data-disabled:opacity-45 data-highlighted:bg-hover [&_svg]:size-4",
        danger ? "text-bad" : "text-ink",
        why !== null && "cursor-default text-dim",
      )}
    >
      {icon}
      {why === null ? (
        label
      ) : (
        <span className="max-w-56 py-1.5">
          {label} <span className="block text-xs">{why}</span>
        </span>
      )}
    </DropdownMenu.Item>
  );
}
