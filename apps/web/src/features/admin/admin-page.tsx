import type { User } from "@nightjar/contract";
import { Notice, PageHeader, Stat } from "@nightjar/ui";
import { Check, Clock, Users, X } from "lucide-react";
import { useState } from "react";
import { laterDialog } from "../../layout/later-dialog.tsx";
import { useNow } from "../../lib/live/use-live.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { AllUsers } from "./all-users.tsx";
import { PendingRegistrations } from "./pending-registrations.tsx";
import { useUserChanges } from "./use-user-changes.ts";

const DeleteUserDialog = laterDialog(async () => (await import("./delete-user-dialog.tsx")).DeleteUserDialog);
const ResetLinkDialog = laterDialog(async () => (await import("./reset-link-dialog.tsx")).ResetLinkDialog);

function Summary({ users }: { users: readonly User[] | undefined }) {
  const count = (status: User["status"]) => users?.filter((user) => user.status === status).length ?? "–";
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Stat label="Total Users" value={users?.length ?? "–"} icon={<Users />} />
      <Stat label="Pending" value={count("pending")} icon={<Clock />} />
      <Stat label="Approved" value={count("approved")} icon={<Check />} />
      <Stat label="Rejected" value={count("rejected")} icon={<X />} />
    </div>
  );
}

/** /admin */
export function AdminPage() {
  usePageTitle("Admin Dashboard");
  const users = trpc.admin.users.useQuery();
  useNow(60_000);
  const mail = trpc.auth.mailConfigured.useQuery();
  const changes = useUserChanges();
  const [deleting, setDeleting] = useState<User | null>(null);
  const [resetting, setResetting] = useState<User | null>(null);
  return (
    <div className="flex flex-col gap-8">
      <PageHeader title="Admin Dashboard" subtitle="Manage users and permissions" />
      <Summary users={users.data?.users} />
      {mail.data?.mailConfigured === false && (
        <Notice>E-mail is not set up here, so nobody is told of an approval. Tell them yourself, or set SMTP_URL and MAIL_FROM.</Notice>
      )}
      <PendingRegistrations changes={changes} />
      <AllUsers changes={changes} onDelete={setDeleting} onReset={setResetting} />
      {resetting && <ResetLinkDialog user={resetting} onClose={() => setResetting(null)} />}
      {deleting && <DeleteUserDialog user={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}
