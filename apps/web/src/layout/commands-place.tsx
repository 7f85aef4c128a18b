import { Button, cn } from "@nightjar/ui";
import { Search } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { askedFor } from "../lib/asked-for.ts";
import { usePageKeys } from "../lib/use-keys.ts";
import { FRAME_KEYS } from "./frame-keys.ts";
import { laterDialog } from "./later-dialog.tsx";

const Commands = laterDialog(async () => (await import("../features/commands/commands.tsx")).Commands);
const KeysDialog = laterDialog(async () => (await import("./keys-dialog.tsx")).KeysDialog);
const close = () => askedFor.ask(null);

/** Where the commands and the list of the keys come up, on every screen. */
export function CommandsPlace() {
  const asked = useSyncExternalStore(askedFor.subscribe, askedFor.snapshot);
  usePageKeys(FRAME_KEYS, { commands: () => askedFor.ask("commands"), keys: () => askedFor.ask("keys") }, { whileTyping: ["commands"] });
  useEffect(() => close, []);
  if (asked === null) return null;
  return asked === "commands" ? <Commands onClose={close} /> : <KeysDialog onClose={close} />;
}

/** Opens the commands: a field in the sidebar, a sign in the bar of a narrow screen. */
export function CommandsButton({ shape }: { shape: "panel" | "bar" }) {
  const isBar = shape === "bar";
  return (
    <Button
      {...(isBar && { "aria-label": "Commands" })}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      variant={isBar ? "ghost" : "secondary"}
      size={isBar ? "icon" : "md"}
      className={cn(isBar ? "size-11" : "w-full justify-start px-3 text-dim")}
      onClick={() => askedFor.ask("commands")}
    >
      <Search aria-hidden className={cn(isBar && "size-5!")} />
      {!isBar && (
        <>
          Commands
          <kbd className="ml-auto font-sans text-xs">{navigator.userAgent.includes("Mac") ? "⌘ K" : "Ctrl K"}</kbd>
        </>
      )}
    </Button>
  );
}
