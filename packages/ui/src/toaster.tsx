import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { useRef, useState, useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { isCovered } from "./is-covered.ts";
import type { ToastEntry, ToastStore } from "./toast-store.ts";

export interface ToasterProps {
  store: ToastStore;
  durationMs: number;
  swipeThresholdPx: number;
  hotkey: string;
}

/** What went wrong is told nowhere else: it stays as long as somebody takes to read it. */
const READ_MS_A_LETTER = 80;
/** Some texts have no end: who wants to read one as a whole presses it. */
const READ_MAX_MS = 30_000;

const textLook = "mt-0.5 text-sm wrap-anywhere";
const cutLook = "line-clamp-2 md:line-clamp-12";

const readMsOf = ({ title, description = "", reason = "" }: ToastEntry): number =>
  (title.length + description.length + reason.length) * READ_MS_A_LETTER;

function durationOf(entry: ToastEntry, durationMs: number, isWhole: boolean): number {
  if (entry.variant !== "destructive") return durationMs;
  return Math.max(durationMs, isWhole ? readMsOf(entry) : Math.min(readMsOf(entry), READ_MAX_MS));
}

/** Escape belongs to a dialog or a menu that is open, unless it is pressed in the notice itself. */
function belongsElsewhere({ target }: KeyboardEvent): boolean {
  const isInNotice = target instanceof Element && target.closest("[data-notice]") !== null;
  return !isInNotice && isCovered();
}

/**
 * Shows the store's notices where they cover neither the navigation nor a dialog's title and buttons: at the lower left of what is
 * beside the sidebar, on a phone at the top, below the bar with the menu and where dialogs leave room for one, and at the lower edge where
 * that place has what is done with the rows of a long list. Swiped away to the right. A page whose own panels stand
 * there says where else by --notice-left and --notice-bottom. While a dialog is open, which the sidebar is behind, at the very left.
 * It is cut short, on a phone more than elsewhere, so that it covers little, until somebody presses it: all of it is there then, and what
 * would push its cross out of the window scrolls.
 */
export function Toaster({ store, durationMs, swipeThresholdPx, hotkey }: ToasterProps) {
  const entries = useSyncExternalStore(store.subscribe, store.entries);
  // Radix tells of the key and then, at once, that the notice is closed.
  const isForElsewhere = useRef(false);
  const [wholeId, setWhole] = useState<number | null>(null);
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={swipeThresholdPx}>
      {entries.map((entry) => (
        <Toast.Root
          key={entry.id}
          data-notice={entry.variant ?? "default"}
          open={entry.open}
          duration={durationOf(entry, durationMs, wholeId === entry.id)}
          onClick={() => setWhole(entry.id)}
          onFocus={() => setWhole(entry.id)}
          onEscapeKeyDown={(event) => {
            isForElsewhere.current = belongsElsewhere(event);
          }}
          onOpenChange={(open) => {
            if (!open && !isForElsewhere.current) store.dismiss(entry.id);
            isForElsewhere.current = false;
          }}
          className={cn(
            "flex items-start gap-3 rounded-xl border bg-raised py-2.5 pr-2.5 pl-4 shadow-lift md:py-3.5 animate-slide-in",
            "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
            entry.variant === "destructive" ? "border-bad/60" : "border-line",
          )}
        >
          <span
            aria-hidden
            className={cn("mt-0.5 w-1 self-stretch rounded-full", entry.variant === "destructive" ? "bg-bad" : "bg-moon")}
          />
          {/* By keyboard too, where there is so much of it. Swiped sideways it goes as the rest does. */}
          <div
            tabIndex={readMsOf(entry) > READ_MAX_MS ? 0 : undefined}
            className="max-h-[60dvh] min-w-0 flex-1 touch-pan-y overflow-y-auto overscroll-contain rounded-sm"
          >
            <Toast.Title className={cn("text-sm font-semibold", entry.variant === "destructive" && "text-bad")}>{entry.title}</Toast.Title>
            {entry.description !== undefined && entry.description !== "" && (
              <Toast.Description className={cn(textLook, "text-soft", wholeId !== entry.id && cutLook)}>
                {entry.description}
              </Toast.Description>
            )}
            {entry.reason !== undefined && entry.reason !== "" && (
              <p className={cn(textLook, "text-dim", wholeId !== entry.id && cutLook)}>{entry.reason}</p>
            )}
          </div>
          <Toast.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close" className="-my-1 size-8">
              <X aria-hidden />
            </Button>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        hotkey={[hotkey]}
        className="fixed top-(--notice-top,0px) right-0 bottom-(--notice-low,auto) z-50 flex w-full list-none flex-col gap-2 p-2 md:top-auto md:right-auto md:bottom-[calc(var(--notice-bottom,0px)+var(--player-height,0px))] md:left-0 md:max-w-[420px] md:p-4 lg:left-(--notice-left,20rem)"
      />
    </Toast.Provider>
  );
}
