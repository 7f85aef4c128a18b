import { Dialog } from "@nightjar/ui";
import { Fragment } from "react";
import { SHORTCUTS } from "../kernel/shortcuts.ts";

const MOD = navigator.userAgent.includes("Mac") ? "Cmd" : "Ctrl";
/** Key names stand in boxes of their own; what joins them does not. */
const SEPARATOR = /( \+ |, | and )/;

function Keys({ keys }: { keys: string }) {
  return keys
    .replaceAll("Mod", MOD)
    .split(SEPARATOR)
    .map((part, index) =>
      SEPARATOR.test(part) ? (
        <Fragment key={index}>{part}</Fragment>
      ) : (
        <kbd key={index} className="rounded border border-edge bg-night px-1.5 py-px font-sans text-xs text-ink">
          {part}
        </kbd>
      ),
    );
}

/** All keys. Mounted while it is open. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} width="lg" title="Keyboard Shortcuts">
      {/* Takes the focus, so that the arrow keys scroll. */}
      <dl tabIndex={0} className="grid gap-x-10 sm:grid-cols-2">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={keys} className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1.5 text-[0.8125rem]">
            <dt className="order-2 shrink-0 text-right text-dim">
              <Keys keys={keys} />
            </dt>
            <dd className="text-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
