import type { User } from "@nightjar/contract";
import { Badge, Button, oncePressed, type Tone } from "@nightjar/ui";
import { createColumnHelper } from "@tanstack/react-table";
import { columnsWith } from "../../layout/columns.tsx";
import { leavesFocus } from "../../layout/leaves-focus.ts";
import { relativeTime } from "../../lib/relative-time.ts";
import type { UserChanges } from "./use-user-changes.ts";

const tones: Record<User["status"], Tone> = { approved: "good", pending: "warn", rejected: "bad" };

export interface UserActions {
  readonly changes: UserChanges;
  readonly onDelete: (user: User) => void;
  readonly onReset: (user: User) => void;
}

/** Below 1280 pixels a row is the user with the status, and the buttons below them. */
export const USER_ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 px-5 xl:grid-cols-[minmax(0,1fr)_7rem_7rem_5.5rem_19rem] xl:gap-x-4";
const FACT = "max-xl:hidden text-sm text-soft";

/** Where there is no room for columns it carries their facts too. */
function Who({ user: { email, role, createdAt, approvedAt } }: { user: User }) {
  return (
    <>
      <p className="font-medium wrap-anywhere">{email}</p>
      <p className="text-sm text-dim">
        {role}
        <span className="xl:hidden">
          {` · Registered ${relativeTime(createdAt)}`}
          {approvedAt !== null && ` · Approved ${relativeTime(approvedAt)}`}
        </span>
      </p>
    </>
  );
}

function Actions({ user, actions: { changes, onDelete, onReset } }: { user: User; actions: UserActions }) {
  const underWay = changes.underWay.get(user.id);
  const busy = underWay !== undefined;
  return (
    <div className="flex flex-wrap gap-2 xl:flex-nowrap xl:justify-end">
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => onReset(user)} className="max-xl:-ml-3">
        Reset password
      </Button>
      {user.status === "approved" && (
        <Button ref={leavesFocus} size="sm" busy={busy} onClick={oncePressed(() => changes.setStatus(user, "rejected"))}>
          Revoke
        </Button>
      )}
      {user.status === "rejected" && (
        <Button ref={leavesFocus} size="sm" busy={busy} onClick={oncePressed(() => changes.setStatus(user, "approved"))}>
          Approve
        </Button>
      )}
      <Button size="sm" variant="danger" disabled={busy} onClick={() => onDelete(user)}>
        Delete
      </Button>
    </div>
  );
}

export const userFeatures = columnsWith<UserActions>();
const column = createColumnHelper<typeof userFeatures, User>();

export const USER_COLUMNS = column.columns([
  column.accessor("email", { header: "User", cell: ({ row }) => <Who user={row.original} />, meta: { cell: "min-w-0 max-xl:self-start" } }),
  column.accessor("createdAt", { header: "Registered", cell: ({ getValue }) => relativeTime(getValue()), meta: { cell: FACT } }),
  column.accessor("approvedAt", {
    header: "Approved",
    cell: ({ getValue }) => relativeTime(getValue() ?? ""),
    meta: { cell: FACT },
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <Badge tone={tones[getValue()]}>{getValue()}</Badge>,
    meta: { cell: "max-xl:self-start" },
  }),
  column.display({
    id: "actions",
    header: "Actions",
    cell: ({ row, table }) => table.options.meta && <Actions user={row.original} actions={table.options.meta} />,
    meta: { cell: "max-xl:col-span-2", heading: "text-right" },
  }),
]);
