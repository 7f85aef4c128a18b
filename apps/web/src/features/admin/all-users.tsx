import type { User } from "@nightjar/contract";
import { Badge, Button, Card, CardHeader, cn, EmptyState, type Tone } from "@nightjar/ui";
import { Users } from "lucide-react";
import { Reading } from "../../layout/reading.tsx";
import { relativeTime } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import type { UserChanges } from "./use-user-changes.ts";

const tones: Record<User["status"], Tone> = { approved: "good", pending: "warn", rejected: "bad" };

interface RowProps {
  user: User;
  changes: UserChanges;
  onDelete: (user: User) => void;
  onReset: (user: User) => void;
}

function Row({ user, changes, onDelete, onReset }: RowProps) {
  const busy = changes.busyIds.has(user.id);
  return (
    <li aria-busy={busy} className={cn("flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5", busy && "opacity-60")}>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{user.email}</span>
          <Badge tone={tones[user.status]}>{user.status}</Badge>
        </p>
        <p className="mt-0.5 text-sm text-dim">
          {user.role} · Registered {relativeTime(user.createdAt)}
          {user.approvedAt !== null && ` · Approved ${relativeTime(user.approvedAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" disabled={busy} onClick={() => onReset(user)}>
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
    </li>
  );
}

export interface AllUsersProps {
  changes: UserChanges;
  onDelete: (user: User) => void;
  onReset: (user: User) => void;
}

function Rows({ changes, onDelete, onReset }: AllUsersProps) {
  const [{ users }] = trpc.admin.users.useSuspenseQuery();
  if (users.length === 0) return <EmptyState icon={<Users />} title="No users found" />;
  return (
    <ul className="divide-y divide-line">
      {users.map((user) => (
        <Row key={user.id} user={user} changes={changes} onDelete={onDelete} onReset={onReset} />
      ))}
    </ul>
  );
}

export function AllUsers(props: AllUsersProps) {
  return (
    <Card aria-labelledby="all-users">
      <CardHeader id="all-users" title="All Users" />
      <div className="mt-3 border-t border-line">
        <Reading loading="Loading..." failed="Failed to fetch users">
          <Rows {...props} />
        </Reading>
      </div>
    </Card>
  );
}
