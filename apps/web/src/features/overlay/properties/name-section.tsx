import { Button, IconButton, Input, isComposing, Menu, type MenuItem } from "@nightjar/ui";
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  ClipboardPaste,
  Copy,
  CopyPlus,
  EllipsisVertical,
  Eye,
  EyeOff,
  Lock,
  LockOpen,
  Scissors,
  Trash2,
} from "lucide-react";
import { useId } from "react";
import { OTHER_ICON, TYPE_ICONS } from "../element-types.ts";
import { elementsOf } from "../kernel/document.ts";
import { TYPE_NAMES } from "../kernel/new-element.ts";
import { useDesign, useEdit, useStore } from "../use-design.ts";
import { useElementActions } from "../use-element-actions.ts";

function Name() {
  const id = useId();
  const { value, slide, done } = useEdit("name", "Rename");
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Name
      </label>
      <Input
        id={id}
        className="control-compact font-medium"
        value={value ?? ""}
        maxLength={200}
        aria-invalid={value?.trim() === ""}
        onChange={(event) => slide(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isComposing(event.nativeEvent)) event.currentTarget.blur();
        }}
      />
    </>
  );
}

/** What keys do, for those without keys. */
function MoreMenu() {
  const designer = useStore();
  const canPaste = useDesign((state) => state.canPaste);
  const items: MenuItem[] = [
    { label: "Copy", icon: <Copy />, onSelect: () => void designer.copy() },
    { label: "Cut", icon: <Scissors />, onSelect: () => void designer.cut() },
    { label: "Paste", icon: <ClipboardPaste />, onSelect: () => void designer.paste(), disabled: !canPaste },
    { label: "Bring to front", icon: <ArrowUpToLine />, onSelect: () => designer.order("front") },
    { label: "Bring forward", icon: <ArrowUp />, onSelect: () => designer.order("forward") },
    { label: "Send backward", icon: <ArrowDown />, onSelect: () => designer.order("backward") },
    { label: "Send to back", icon: <ArrowDownToLine />, onSelect: () => designer.order("back") },
  ];
  return (
    <Menu items={items}>
      <Button variant="ghost" size="tool" aria-label="More actions">
        <EllipsisVertical aria-hidden />
      </Button>
    </Menu>
  );
}

/** What is selected, its name, and what is done to all of it. */
export function NameSection() {
  const designer = useStore();
  const count = useDesign(({ selection }) => selection.length);
  const type = useDesign(({ document, selection }) => elementsOf(document, selection)[0]?.type ?? null);
  const visible = useEdit("isVisible", "Visibility");
  const locked = useEdit("isLocked", "Lock");
  const actions = useElementActions();
  const Icon = type === null ? null : (TYPE_ICONS[type] ?? OTHER_ICON);
  return (
    <div className="flex flex-col gap-2 px-3 py-3">
      <div className="flex items-center pointer-fine:[&_button]:w-7">
        <p className="flex min-w-0 flex-1 items-center gap-2 text-[0.8125rem] text-dim">
          {count === 1 && Icon && <Icon aria-hidden className="size-4 shrink-0" />}
          <span className="truncate">{count === 1 && type !== null ? TYPE_NAMES[type] : `${count} elements`}</span>
        </p>
        <IconButton
          size="tool"
          label={visible.value === false ? "Show" : "Hide"}
          icon={visible.value === false ? <EyeOff /> : <Eye />}
          onClick={() => visible.set(visible.value === false)}
        />
        <IconButton
          size="tool"
          label={locked.value === true ? "Unlock" : "Lock"}
          icon={locked.value === true ? <Lock className="text-moon" /> : <LockOpen />}
          onClick={() => locked.set(locked.value !== true)}
        />
        <IconButton size="tool" label="Duplicate" icon={<CopyPlus />} onClick={() => designer.duplicate()} />
        <MoreMenu />
        <IconButton size="tool" label="Delete" icon={<Trash2 />} className="hover:text-bad!" onClick={() => actions.remove()} />
      </div>
      {count === 1 && <Name />}
    </div>
  );
}
