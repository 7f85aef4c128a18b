import { X } from "lucide-react";
import { Toast } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";
import { isCovered } from "./is-covered.ts";
import type { ToastEntry } from "./toast-store.ts";

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

interface ToastNoticeProps {
  entry: ToastEntry;
  durationMs: number;
  /** Its time does not run meanwhile, and begins anew afterwards. */
  isKept: boolean;
  onClose: (id: number) => void;
}

/**
 * One notice. It is cut short, on a phone more than elsewhere, so that it covers little, until somebody presses it: all of it is there then,
 * and what would push its cross out of the window scrolls.
 */
export function ToastNotice({ entry, durationMs, isKept, onClose }: ToastNoticeProps) {
  // Radix tells of the key and then, at once, that the notice is closed.
  const isForElsewhere = useRef(false);
  const [isWhole, setWhole] = useState(false);
  const held = useHeld();
  useOwnTime(entry, durationOf(entry, durationMs, isWhole), isKept || held.isHeld, onClose);
  return (
    <Toast.Root
      data-notice={entry.variant ?? "default"}
      open={entry.open}
      {...held.by}
      onClick={() => setWhole(true)}
      onFocus={() => {
        setWhole(true);
        held.by.onFocus();
      }}
      onEscapeKeyDown={(event) => {
        isForElsewhere.current = belongsElsewhere(event);
      }}
      onOpenChange={(open) => {
        if (!open && !isForElsewhere.current) onClose(entry.id);
        isForElsewhere.current = false;
      }}
      className={cn(
        "flex items-start gap-3 rounded-xl border bg-raised py-2.5 pr-2.5 pl-4 shadow-lift md:py-3.5 animate-slide-in",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform",
        entry.variant === "destructive" ? "border-bad/60" : "border-line",
      )}
    >
      <span aria-hidden className={cn("mt-0.5 w-1 self-stretch rounded-full", entry.variant === "destructive" ? "bg-bad" : "bg-moon")} />
      <Texts entry={entry} isWhole={isWhole} />
      <Toast.Close asChild>
        <Button variant="ghost" size="icon" aria-label="Close" className="-my-1 size-8">
          <X aria-hidden />
        </Button>
      </Toast.Close>
    </Toast.Root>
  );
}

function Texts({ entry, isWhole }: { entry: ToastEntry; isWhole: boolean }) {
  const { title, description = "", reason = "", variant } = entry;
  return (
    // By keyboard too, where there is so much of it. Swiped sideways it goes as the rest does.
    <div
      tabIndex={readMsOf(entry) > READ_MAX_MS ? 0 : undefined}
      className="max-h-[60dvh] min-w-0 flex-1 touch-pan-y overflow-y-auto overscroll-contain rounded-sm"
    >
      <Toast.Title className={cn("text-sm font-semibold", variant === "destructive" && "text-bad")}>{title}</Toast.Title>
      {description !== "" && (
        <Toast.Description className={cn(textLook, "text-soft", !isWhole && cutLook)}>{description}</Toast.Description>
      )}
      {reason !== "" && <p className={cn(textLook, "text-dim", !isWhole && cutLook)}>{reason}</p>}
    </div>
  );
}

/** Closes a notice when its time is over. That of Radix runs where the window lost the focus before, and stands still after one was closed by its cross. */
function useOwnTime({ id, open }: ToastEntry, timeMs: number, isStopped: boolean, close: (id: number) => void): void {
  useEffect(() => {
    if (!open || isStopped) return;
    const timer = setTimeout(() => close(id), timeMs);
    return () => clearTimeout(timer);
  }, [id, open, timeMs, isStopped, close]);
}

const has = (place: Element, other: EventTarget | null): boolean => other instanceof Node && place.contains(other);

/** Whether a pointer moves over it or the focus is in it. With the notice goes what was known of that: the next one begins anew. */
function useHeld() {
  const [isHeld, hold] = useState(false);
  const by = {
    onPointerMove: () => hold(true),
    onPointerLeave({ currentTarget }: { readonly currentTarget: Element }) {
      if (!has(currentTarget, document.activeElement)) hold(false);
    },
    onFocus: () => hold(true),
    onBlur({ currentTarget, relatedTarget }: { readonly currentTarget: Element; readonly relatedTarget: EventTarget | null }) {
      if (!has(currentTarget, relatedTarget)) hold(false);
    },
  };
  return { isHeld, by };
}
