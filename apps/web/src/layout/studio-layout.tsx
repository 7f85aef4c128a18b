import { Button, Drawer, Wordmark } from "@nightjar/ui";
import { Outlet } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useState } from "react";
import { PlayerPlace, useSilenceOnLeaving } from "../features/player/player-place.tsx";
import { useLiveConnection } from "../lib/live/use-live.ts";
import { Around } from "./around.tsx";
import { CommandsButton, CommandsPlace } from "./commands-place.tsx";
import { ConnectionLost } from "./connection-lost.tsx";
import { StudioPages } from "./page.tsx";
import { Sidebar } from "./sidebar.tsx";
import { UploadsPlace, useUploadsGuarded } from "./uploads-place.tsx";

/** Of every guarded screen: navigation at the left, as a drawer where the screen is narrow. */
function Frame() {
  const [menuOpen, setMenuOpen] = useState(false);
  useLiveConnection();
  useSilenceOnLeaving();
  useUploadsGuarded();
  return (
    <div className="lg:pl-80">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-lg bg-moon px-3 py-2 text-sm font-medium text-night focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="fixed inset-y-0 left-0 hidden w-80 border-r border-line bg-panel lg:block">
        <Sidebar
          onNavigate={() => undefined}
          above={<CommandsButton shape="panel" />}
          between={
            <>
              <UploadsPlace shape="panel" />
              <PlayerPlace shape="panel" className="max-lg:hidden" />
            </>
          }
        />
      </aside>
      <header
        data-top-bar
        className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-night/90 px-2 backdrop-blur lg:hidden"
      >
        <Button variant="ghost" size="icon" aria-label="Open menu" className="size-11" onClick={() => setMenuOpen(true)}>
          <Menu aria-hidden className="size-5!" />
        </Button>
        <Wordmark />
        <div className="ml-auto flex min-w-0 items-center">
          <UploadsPlace shape="bar" />
          <CommandsButton shape="bar" />
        </div>
      </header>
      <Drawer open={menuOpen} onClose={() => setMenuOpen(false)} title="Menu">
        <Sidebar onNavigate={() => setMenuOpen(false)} />
      </Drawer>
      {/* A tool that fills the window has its own edges. */}
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl px-4 pt-6 pb-[calc(1.5rem+var(--player-height,0px))] outline-none has-[>[data-fills]]:max-w-none! has-[>[data-fills]]:p-0! sm:px-6 md:pb-[calc(6rem+var(--player-height,0px))] lg:px-10 lg:pt-10"
      >
        <StudioPages>
          <Outlet />
        </StudioPages>
      </main>
      <PlayerPlace shape="bar" className="fixed inset-x-0 bottom-0 z-20 lg:hidden" />
      <ConnectionLost />
      <CommandsPlace />
    </div>
  );
}

/** The frame of every guarded screen, and what is around it. */
export function StudioLayout() {
  return (
    <Around>
      <Frame />
    </Around>
  );
}
