import { Badge, Button, Card, CardHeader, oncePressed } from "@nightjar/ui";
import { Reading } from "../../layout/reading.tsx";
import { leavesFocus } from "../../layout/leaves-focus.ts";
import { relativeTime } from "../../lib/relative-time.ts";
import { trpc } from "../../lib/trpc.ts";
import { USER_ORDERS } from "./search.ts";
import type { UserChanges } from "./use-user-changes.ts";

/** Those who wait; not there at all while nobody does. */
export function PendingRegistrations({ changes }: { changes: UserChanges }) {
  return (
    <Reading loading={null} failed="Failed to fetch pending users">
      <Waiting changes={changes} />
    </Reading>
  );
}

function Waiting({ changes }: { changes: UserChanges }) {
  const [{ users }] = trpc.admin.pendingUsers.useSuspenseQuery();
  if (users.length === 0) return null;
  return (
    <Card aria-labelledby="pending-registrations">
      <CardHeader id="pending-registrations" title="Pending Registrations" aside={<Badge tone="warn">{users.length}</Badge>} />
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {/* Who registers meanwhile comes last: only where somebody is decided upon the next one moves up. */}
        {users.toSorted(USER_ORDERS.oldest).map((user) => {
          const underWay = changes.underWay.get(user.id);
          const busy = underWay !== undefined;
          return (
            <li key={user.id} ref={leavesFocus} aria-busy={busy} className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium wrap-anywhere">{user.email}</p>
                <p className="text-sm text-dim">Registered {relativeTime(user.createdAt)}</p>
              </div>
              <div className="flex gap-2">
                <Button
                  size="sm"
                  variant="primary"
                  busy={underWay === "approved"}
                  disabled={busy}
                  onClick={oncePressed(() => changes.setStatus(user, "approved"))}
                >
                  Approve
                </Button>
                <Button
                  size="sm"
                  variant="danger"
                  busy={underWay === "rejected"}
                  disabled={busy}
                  onClick={oncePressed(() => changes.setStatus(user, "rejected"))}
                >
                  Reject
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
