import { Button, cn, Wordmark } from "@nightjar/ui";
import { Link, useRouterState } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { readUser } from "../lib/session.ts";
import { useSignOut } from "../lib/sign-out.ts";
import { ADMIN_ENTRY, isCurrent, NAV, SETTINGS_ENTRY, type NavEntry } from "./nav.ts";

interface EntryProps {
  entry: NavEntry;
  onNavigate: () => void;
}

function Entry({ entry, onNavigate }: EntryProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const current = isCurrent(entry.to, pathname);
  const Icon = entry.icon;
  return (
    <Link
      to={entry.to}
      onClick={onNavigate}
      aria-current={current ? "page" : undefined}
      className={cn(
        "group flex items-center gap-3 rounded-xl px-3 py-2 transition-colors duration-100 -outline-offset-2",
        current ? "bg-moon/12 text-ink" : "text-soft hover:bg-raised hover:text-ink",
      )}
    >
      <Icon aria-hidden className={cn("size-[1.125rem] shrink-0", current ? "text-moon" : "text-dim group-hover:text-soft")} />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{entry.label}</span>
        <span className="block text-xs text-dim">{entry.description}</span>
      </span>
    </Link>
  );
}

export interface SidebarProps {
  /** Closes the drawer. */
  onNavigate: () => void;
  /** Stands above the navigation. */
  above?: ReactNode;
  /** Stands above the footer. */
  between?: ReactNode;
}

/** The navigation, in the fixed sidebar and in the drawer. */
export function Sidebar({ onNavigate, above, between }: SidebarProps) {
  const signOut = useSignOut();
  const user = readUser();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="px-6 pt-6 pb-5">
        <Wordmark />
      </div>
      {above !== undefined && <div className="px-3 pb-4">{above}</div>}
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        <ul className="flex flex-col gap-0.5">
          {NAV.map((entry) => (
            <li key={entry.to}>
              <Entry entry={entry} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
        {user?.role === "admin" && (
          <>
            <h2 className="mt-5 mb-1.5 px-3 text-xs font-medium tracking-wide text-dim">Administration</h2>
            <Entry entry={ADMIN_ENTRY} onNavigate={onNavigate} />
          </>
        )}
      </nav>
      {between}
      <div className="flex flex-col gap-1 border-t border-line p-3">
        <Entry entry={SETTINGS_ENTRY} onNavigate={onNavigate} />
        <Button variant="ghost" className="justify-start gap-3 px-3" onClick={signOut}>
          <LogOut aria-hidden className="mx-px text-dim" />
          Sign Out
        </Button>
      </div>
    </div>
  );
}
