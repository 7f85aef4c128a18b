import { TOAST_HOTKEY } from "@nightjar/contract";
import { Dialog } from "@nightjar/ui";
import { Fragment, useState } from "react";
import { namesOf } from "../lib/key-names.ts";
import type { KeyTable } from "../lib/keys.ts";
import { shownKeys } from "../lib/use-keys.ts";
import { FRAME_KEYS } from "./frame-keys.ts";

/** With what dialogs and notices bring themselves. */
const EVERYWHERE: KeyTable = {
  of: FRAME_KEYS.of,
  lines: [...FRAME_KEYS.lines, { by: "Escape", does: "Close the dialog, else the notice" }, { by: TOAST_HOTKEY, does: "To the notices" }],
};
const MOD = navigator.userAgent.includes("Mac") ? "Cmd" : "Ctrl";
const JOIN = " + ";

/** Key names stand in boxes of their own, what joins them does not; a line ends between chords, never within one. */
function Keys({ names }: { names: string }) {
  return names.split(", ").map((chord) => (
    <span key={chord} className="whitespace-nowrap not-last:after:content-[',']">
      {chord.split(JOIN).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && JOIN}
          <kbd className="rounded border border-edge bg-night px-1.5 py-px font-sans text-xs text-ink">{key}</kbd>
        </Fragment>
      ))}
    </span>
  ));
}

function Lines({ table }: { table: KeyTable }) {
  return (
    <section aria-label={table.of}>
      <h3 className="mb-1 text-sm font-semibold">{table.of}</h3>
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {table.lines.map((line) => (
          <div key={line.does} className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1.5 text-[0.8125rem]">
            <dt className="order-2 flex max-w-3/5 shrink-0 flex-wrap justify-end gap-x-1.5 leading-6 text-dim">
              <Keys names={namesOf(line, MOD)} />
            </dt>
            <dd className="text-soft">{line.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** All keys of the screen one is on. Mounted while it is open. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [tables] = useState(() => [...shownKeys().filter((table) => table !== FRAME_KEYS), EVERYWHERE]);
  return (
    <Dialog onClose={onClose} width="lg" title="Keyboard Shortcuts">
      {/* Takes the focus, so that the arrow keys scroll. */}
      <div tabIndex={0} className="-mx-2 flex flex-col gap-6 rounded-lg px-2 pb-1">
        {tables.map((table) => (
          <Lines key={table.of} table={table} />
        ))}
      </div>
    </Dialog>
  );
}
