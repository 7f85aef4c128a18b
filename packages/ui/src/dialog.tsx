import { X } from "lucide-react";
import { AlertDialog, Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { Button, oncePressed } from "./button.tsx";
import { cn } from "./cn.ts";
import { Locked } from "./locked.ts";
import { keepWhileComposing, useEscape } from "./use-escape.ts";
import { useBackCloses, useUnloadGuard } from "./use-back-closes.ts";

export const overlayLook = "fixed inset-0 z-40 animate-fade-in bg-black/65 backdrop-blur-[2px]";
// On a phone a dialog is a sheet at the lower edge, within reach of the thumb, and leaves room for a notice above it.
// Where the screen is low (a phone on its side, a page at 400 %), it scrolls as a whole: between title and buttons too little would be left.
const box =
  "fixed z-40 flex max-h-[calc(100dvh-6.5rem)] sm:max-h-[92dvh] short:max-h-[calc(100dvh-0.5rem)] short:overflow-y-auto flex-col border border-line bg-panel shadow-lift animate-rise-in focus:outline-none inset-x-0 bottom-0 rounded-t-2xl sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl";
const widths = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" } as const;

/** An entry of a menu is gone when the dialog it opened is closed: the button of the menu stands for it. */
function lastingOpener(pressed: Element | null): Element | null {
  const menu = pressed?.closest("[role=menu]");
  return menu ? document.getElementById(menu.getAttribute("aria-labelledby") ?? "") : pressed;
}

/** Radix gives the focus back to a dialog's own trigger only; ours are opened by whatever was pressed. */
export function useFocusReturned() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus() {
      opener.current = lastingOpener(document.activeElement);
    },
    onCloseAutoFocus(event: Event) {
      // It comes a moment late, on a busy machine much later: by then somebody may be typing in the dialog that they opened next.
      const other = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
      if (other && !other.contains(opener.current)) return event.preventDefault();
      if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}

export interface DialogProps {
  /** Most are mounted while they are open. */
  open?: boolean;
  /** It wants to be closed: by its cross, Escape, the backdrop or Back. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Buttons at the lower edge, the main one last. */
  footer?: ReactNode;
  width?: keyof typeof widths;
  /** While true neither Escape, the backdrop, the cross nor Back closes it, and its fields take nothing. */
  locked?: boolean;
  /** Something was entered that closing would throw away: it asks first. */
  unsaved?: boolean;
  children: ReactNode;
}

/** A modal dialog; its content scrolls between title and footer. */
export function Dialog(props: DialogProps) {
  const { open = true, onClose, title, description, footer, width = "md", locked = false, unsaved = false, children } = props;
  const focus = useFocusReturned();
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if (locked) return;
    if (unsaved) setAsking(true);
    else onClose();
  };
  useEscape(open, close);
  useBackCloses(open, () => {
    close();
    return !locked && !unsaved;
  });
  useUnloadGuard(open && (locked || unsaved));
  return (
    <RadixDialog.Root open={open} onOpenChange={close}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayLook} />
        <RadixDialog.Content
          className={cn(box, widths[width])}
          onEscapeKeyDown={keepWhileComposing}
          {...focus}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <header className="px-5 pt-5 pr-14 pb-3 sm:px-6 sm:pr-14">
            <RadixDialog.Title className="text-lg font-semibold tracking-tight">{title}</RadixDialog.Title>
            {description !== undefined && (
              <RadixDialog.Description className="mt-1 text-sm text-dim">{description}</RadixDialog.Description>
            )}
          </header>
          {/* The space at the top is for the focus ring of what comes first. */}
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 sm:px-6 short:flex-none short:overflow-visible">
            <Locked value={locked}>{children}</Locked>
          </div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-6">{footer}</footer>
          )}
          {/* Last, so that what the dialog is for gets the focus first. */}
          <RadixDialog.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Close" disabled={locked} className="absolute top-3.5 right-3.5">
              <X aria-hidden />
            </Button>
          </RadixDialog.Close>
          <ConfirmDialog
            open={isAsking}
            onClose={() => setAsking(false)}
            title="Discard changes?"
            text="What you have entered here is not saved."
            cancelLabel="Keep Editing"
            confirmLabel="Discard"
            onConfirm={() => {
              setAsking(false);
              onClose();
            }}
          />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The footer's way out: closes the dialog as its cross does. */
export function DialogCancel({ disabled = false }: { disabled?: boolean }) {
  return (
    <RadixDialog.Close asChild>
      <Button disabled={disabled}>Cancel</Button>
    </RadixDialog.Close>
  );
}

export interface ConfirmDialogProps {
  open?: boolean;
  onClose: () => void;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busy?: boolean;
  /** What was asked about is gone, or what it does is not known yet. */
  disabled?: boolean;
  /** Asked about Back itself, which is then not this dialog's. */
  asksAboutBack?: boolean;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone; stays open until the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open = true, onClose, title, text, confirmLabel, cancelLabel = "Cancel" } = props;
  const { busy = false, disabled = false, asksAboutBack = false, onConfirm } = props;
  const focus = useFocusReturned();
  // Under way it is taken back by nothing, and a second press would find it done.
  const close = () => {
    if (!busy) onClose();
  };
  useEscape(open, close);
  useBackCloses(open && !asksAboutBack, () => {
    close();
    return !busy;
  });
  return (
    <AlertDialog.Root open={open} onOpenChange={close}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayLook} />
        <AlertDialog.Content className={cn(box, widths.sm, "p-5 sm:p-6")} {...focus}>
          <AlertDialog.Title className="text-lg font-semibold tracking-tight">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-sm text-soft">{text}</AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant="danger" busy={busy} disabled={disabled} onClick={oncePressed(onConfirm)}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Its accessible name. */
  title: string;
  children: ReactNode;
}

/** A panel that slides in from the left, for the navigation on narrow screens. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const focus = useFocusReturned();
  useEscape(open, onClose);
  useBackCloses(open, () => {
    onClose();
    return true;
  });
  return (
    <RadixDialog.Root open={open} onOpenChange={() => onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayLook} />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...focus}
          className="fixed inset-y-0 left-0 z-40 flex w-80 max-w-[88vw] animate-drawer-in flex-col border-r border-line bg-panel focus:outline-none"
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
