import { Command, defaultFilter } from "cmdk";
import { Search, X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, keyedOnce } from "./button.tsx";
import { overlayLook, useFocusReturned } from "./dialog.tsx";
import { type ShownEntries, shownNext, UNREAD_MS } from "./shown-entries.ts";
import { keepWhileComposing, useEscape } from "./use-escape.ts";
import { useBackCloses } from "./use-back-closes.ts";

export interface CommandEntry {
  /** Unlike all others. */
  readonly id: string;
  readonly label: string;
  /** What tells it from others of that name. */
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
}

export interface CommandGroup<Entry extends CommandEntry> {
  readonly title: string;
  readonly entries: readonly Entry[];
  /** What is looked for elsewhere, by what was typed: it is waited for. */
  readonly isFound?: boolean;
}

export interface CommandBoxProps<Entry extends CommandEntry> {
  title: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  groups: readonly CommandGroup<Entry>[];
  /** Below the list: what is still looked for, or could not be. */
  note: ReactNode;
  /** In place of the list where it has nothing. */
  whenEmpty: string;
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

/** How well a text fits what was typed, from 0 (not at all) to 1; letters that are left out make it worse. */
export const likeness = (text: string, typed: string): number => defaultFilter(text, typed);

const ACTIVE = "aria-activedescendant";

/** A field to type into and a list to choose from, with the keyboard alone if need be. Mounted while it is open. */
export function CommandBox<Entry extends CommandEntry>(props: CommandBoxProps<Entry>) {
  const { title, placeholder, query, onQuery, groups, note, whenEmpty, onChoose, onClose } = props;
  const focus = useFocusReturned();
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEscape(true, onClose);
  useBackCloses(true, () => {
    onClose();
    return true;
  });
  const [pointedAt, setPointedAt] = useState("");
  const ids = groups.flatMap(({ entries }) => entries.map(({ id }) => id));
  const count = ids.length;
  // cmdk 1.1 keeps to an entry that is gone, where others go with it: nothing would be chosen then, and Enter do nothing.
  const chosen = ids.includes(pointedAt) ? pointedAt : (ids[0] ?? "");
  const { unread, markRead } = useUnread(groups, query, chosen);
  const moved = useJustMoved(query, groups);
  const press = (entry: Entry) => {
    const isUnread = entry.id === unread || moved.isJustNow();
    markRead();
    moved.markRead();
    if (!isUnread) onChoose(entry);
  };
  return (
    <RadixDialog.Root open onOpenChange={onClose}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayLook} />
        {/* On a phone it fills the screen, for its keyboard takes half of it; elsewhere it keeps its size, so that nothing jumps. */}
        <RadixDialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={keepWhileComposing}
          {...focus}
          className="fixed inset-0 z-40 flex animate-rise-in flex-col bg-panel focus:outline-none sm:inset-x-auto sm:top-[min(12vh,7rem)] sm:bottom-auto sm:left-1/2 sm:h-[min(34rem,76dvh)] sm:w-[calc(100vw-3rem)] sm:max-w-2xl sm:-translate-x-1/2 sm:overflow-hidden sm:rounded-2xl sm:border sm:border-line sm:shadow-lift"
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          <ChosenTold input={input} list={list} />
          <Command
            label={title}
            value={chosen}
            onValueChange={setPointedAt}
            onKeyDown={(event) => event.key === "Enter" && keyedOnce(event)}
            shouldFilter={false}
            loop
            vimBindings={false}
            className="flex min-h-0 flex-1 flex-col"
          >
            <div className="flex items-center gap-3 border-b border-line pr-2 pl-5">
              <Search aria-hidden className="size-4.5 shrink-0 text-dim" />
              <Command.Input
                ref={input}
                value={query}
                onValueChange={onQuery}
                placeholder={placeholder}
                maxLength={200}
                dir="auto"
                // 16 px: a phone enlarges the page around a field of less.
                className="h-14 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-dim"
              />
              <RadixDialog.Close asChild>
                <Button variant="ghost" size="icon" aria-label="Close" className="pointer-coarse:size-11">
                  <X aria-hidden />
                </Button>
              </RadixDialog.Close>
            </div>
            <Command.List ref={list} label={title} className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
              {groups.map((group) => (
                <Command.Group key={group.title} heading={<GroupTitle text={group.title} />} className="pb-2">
                  {group.entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} onChoose={() => press(entry)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            {count === 0 && note === null && <p className="absolute inset-x-0 top-1/3 px-6 text-center text-sm text-dim">{whenEmpty}</p>}
            {note !== null && <div className="border-t border-line px-5 py-3 text-sm">{note}</div>}
            <p role="status" className="sr-only">
              {count === 0 ? whenEmpty : count === 1 ? "1 entry" : `${count} entries`}
            </p>
          </Command>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * The entry that came to be chosen because the one before went by itself, as Start where Stop was: nobody has read it, and the first press
 * of it does nothing. Who moves or types since has read what is chosen.
 */
function useUnread(groups: readonly CommandGroup<CommandEntry>[], query: string, chosen: string) {
  const [last, setLast] = useState({ query, chosen, unread: "" });
  if (last.query !== query || last.chosen !== chosen) {
    const groupOf = (wanted: string) => groups.find(({ entries }) => entries.some(({ id }) => id === wanted));
    const wentByItself = last.query === query && last.chosen !== "" && groupOf(last.chosen) === undefined;
    setLast({ query, chosen, unread: wentByItself && groupOf(chosen)?.isFound !== true ? chosen : "" });
  }
  return { unread: last.unread, markRead: () => setLast({ ...last, unread: "" }) };
}

/** Whether other entries stand under a finger than a moment ago, because some went by themselves: the first press is dropped. */
function useJustMoved(query: string, groups: readonly CommandGroup<CommandEntry>[]) {
  const ids = groups.flatMap(({ entries, isFound }) => (isFound === true ? [] : entries.map(({ id }) => id)));
  const shown = useRef<ShownEntries>({ query, ids, movedAtMs: Number.NEGATIVE_INFINITY });
  useLayoutEffect(() => {
    shown.current = shownNext(shown.current, { query, ids, nowMs: performance.now() });
  });
  return {
    isJustNow: () => performance.now() - shown.current.movedAtMs < UNREAD_MS,
    markRead() {
      shown.current = { ...shown.current, movedAtMs: Number.NEGATIVE_INFINITY };
    },
  };
}

interface ChosenToldProps {
  input: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLDivElement | null>;
}

/**
 * Which entry is chosen is told to screen readers by the field. cmdk 1.1 looks for it before the list shows it, so that the field names
 * none at first, and the one before after typing. Stands within the dialog: field and list are there when it begins.
 */
function ChosenTold({ input, list }: ChosenToldProps) {
  useEffect(() => {
    if (input.current === null || list.current === null) return;
    const [field, options] = [input.current, list.current];
    const tell = () => {
      const id = options.querySelector("[role=option][aria-selected=true]")?.id ?? null;
      if (field.getAttribute(ACTIVE) === id) return;
      if (id === null) field.removeAttribute(ACTIVE);
      else field.setAttribute(ACTIVE, id);
    };
    const observer = new MutationObserver(tell);
    observer.observe(options, { subtree: true, childList: true, attributeFilter: ["aria-selected"] });
    observer.observe(field, { attributeFilter: [ACTIVE] });
    tell();
    return () => observer.disconnect();
  }, [input, list]);
  return null;
}

function GroupTitle({ text }: { text: string }) {
  return <span className="block px-3 pt-2 pb-1 text-xs font-medium tracking-wide text-dim">{text}</span>;
}

function Entry({ entry, onChoose }: { entry: CommandEntry; onChoose: () => void }) {
  return (
    <Command.Item
      value={entry.id}
      onSelect={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-hover forced-colors:data-[selected=true]:bg-[Highlight] forced-colors:data-[selected=true]:text-[HighlightText] [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-dim"
    >
      {entry.icon}
      {/* Two lines before it is cut: in one, a name at its end that is written from right to left would lose its beginning. */}
      <span className="line-clamp-2 wrap-anywhere">{entry.label}</span>
      {entry.detail !== undefined && (
        <span dir="auto" className="ml-auto max-w-1/2 shrink-0 truncate text-dim">
          {entry.detail}
        </span>
      )}
    </Command.Item>
  );
}
