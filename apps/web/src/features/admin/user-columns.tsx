import type { User } from "@nightjar/contract";
import { Badge, Button, type Tone } from "@nightjar/ui";
import { createColumnHelper } from "@tanstack/react-table";
import { columnsWith } from "../../layout/columns.tsx";
import { relativeTime } from "../../lib/format.ts";
import type { UserChanges } from "./use-user-changes.ts";

const tones: Record<User["status"], Tone> = { approved: "good", pending: "warn", rejected: "bad" };

export interface UserActions {
  readonly changes: UserChanges;
  readonly onDelete: (user: User) => void;
  readonly onReset: (user: User) => void;
}

/** Below 1280 pixels a row is the address with its status, a line of facts, and its buttons. */
export const USER_ROW =
  "flex flex-wrap items-center gap-x-1.5 gap-y-1 px-5 xl:grid xl:grid-cols-[minmax(0,1fr)_4.5rem_8.5rem_8.5rem_5.5rem_19rem] xl:gap-x-4";
const FACT = "max-xl:order-2 text-sm text-dim xl:text-soft";

function Actions({ user, actions: { changes, onDelete, onReset } }: { user: User; actions: UserActions }) {
  const busy = changes.busyIds.has(user.id);
  return (
    <div className="flex flex-wrap gap-2 max-xl:pt-2 xl:justify-end">
      <Button size="sm" variant="ghost" disabled={busy} onClick={() => onReset(user)} className="max-xl:-ml-3">
        Reset password
      </Button>
      {user.status === "approved" && (
        <Button size="sm" disabled={busy} onClick={() => changes.setStatus(user, "rejected")}>
          Revoke
        </Button>
      )}
      {user.status === "rejected" && (
        <Button size="sm" disabled={busy} onClick={() => changes.setStatus(user, "approved")}>
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
  column.accessor("email", {
    header: "E-mail",
    meta: { cell: "min-w-0 truncate font-medium max-xl:order-1 max-xl:grow max-xl:basis-3/5" },
  }),
  column.accessor("role", { header: "Role", meta: { cell: FACT } }),
  column.accessor("createdAt", {
    header: "Registered",
    cell: ({ getValue }) => (
      <>
        <span className="xl:hidden">· Registered </span>
        {relativeTime(getValue())}
      </>
    ),
    meta: { cell: FACT },
  }),
  column.accessor("approvedAt", {
    header: "Approved",
    cell: ({ row: { original } }) =>
      original.approvedAt !== null && (
        <>
          <span className="xl:hidden">· Approved </span>
          {relativeTime(original.approvedAt)}
        </>
      ),
    meta: { cell: `${FACT} max-xl:empty:hidden` },
  }),
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <Badge tone={tones[getValue()]}>{getValue()}</Badge>,
    meta: { cell: "max-xl:order-1" },
  }),
  column.display({
    id: "actions",
    header: "Actions",
    cell: ({ row, table }) => table.options.meta && <Actions user={row.original} actions={table.options.meta} />,
    meta: { cell: "max-xl:order-3 max-xl:basis-full", heading: "text-right" },
  }),
]);
