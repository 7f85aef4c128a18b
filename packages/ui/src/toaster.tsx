import { Toast } from "radix-ui";
import { useCallback, useState, useSyncExternalStore } from "react";
import { ToastNotice } from "./toast-notice.tsx";
import type { ToastStore } from "./toast-store.ts";
import { useIsLookedAt } from "./use-is-looked-at.ts";

export interface ToasterProps {
  store: ToastStore;
  durationMs: number;
  swipeThresholdPx: number;
  hotkey: string;
}

/**
 * Shows the store's notices where they cover neither the navigation nor a dialog's title and buttons: at the lower left of what is
 * beside the sidebar, on a phone at the top, below the bar with the menu and where dialogs leave room for one, and at the lower edge where
 * that place has what is done with the rows of a long list. Swiped away to the right. A page whose own panels stand
 * there says where else by --notice-left and --notice-bottom. While a dialog is open, which the sidebar is behind, at the very left.
 * What is told while nobody looks stays until somebody does, and for its own time from then on.
 */
export function Toaster({ store, durationMs, swipeThresholdPx, hotkey }: ToasterProps) {
  const entries = useSyncExternalStore(store.subscribe, store.entries);
  const isLookedAt = useIsLookedAt();
  // By the hotkey: somebody is on the way into a notice.
  const [isEntered, setEntered] = useState(false);
  const close = useCallback(
    (id: number) => {
      // Its cross leaves the focus here: the next one is not what it came for.
      setEntered(false);
      store.dismiss(id);
    },
    [store],
  );
  return (
    <Toast.Provider duration={Infinity} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {entries.map((entry) => (
        <ToastNotice key={entry.id} entry={entry} durationMs={durationMs} isKept={!isLookedAt || isEntered} onClose={close} />
      ))}
      <Toast.Viewport
        hotkey={[hotkey]}
        onFocus={() => setEntered(entries.some(({ open }) => open))}
        onBlur={() => setEntered(false)}
        className="fixed top-(--notice-top,0px) right-0 bottom-(--notice-low,auto) z-50 flex w-full list-none flex-col gap-2 p-2 md:top-auto md:right-auto md:bottom-[calc(var(--notice-bottom,0px)+var(--player-height,0px))] md:left-0 md:max-w-[420px] md:p-4 lg:left-(--notice-left,20rem)"
      />
    </Toast.Provider>
  );
}
