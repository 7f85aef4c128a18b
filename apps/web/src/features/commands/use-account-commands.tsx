import type { User, UserStatus } from "@nightjar/contract";
import { Check, RefreshCw, Trash2, X } from "lucide-react";
import { readUser } from "../../lib/session.ts";
import { tellAccess } from "../../lib/tell-access.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import type { Command } from "./command.ts";
import { DeleteUserDialog, ResetLinkDialog } from "./dialogs.ts";
import { useAsOpened } from "./use-as-opened.ts";

/** Nobody takes the access from themselves. */
function onAccount(user: User, isOwn: boolean, set: (status: UserStatus) => void): readonly Command[] {
  const { id, email, status } = user;
  const of = (name: string, command: Omit<Command, "id">): Command => ({ id: `${name} ${id}`, isMany: true, ...command });
  const approve = of("approve", {
    label: `Approve ${email}`,
    words: "user account",
    icon: <Check />,
    run: () => set("approved"),
  });
  const reject = of("reject", {
    label: `Reject ${email}`,
    words: "user account",
    icon: <X />,
    run: () => set("rejected"),
  });
  const revoke: Command = { ...reject, label: `Revoke ${email}` };
  const remove = of("delete", {
    ...{ label: `Delete the account ${email}`, words: "user remove", icon: <Trash2 /> },
    run: () => (close) => <DeleteUserDialog user={user} onClose={close} />,
  });
  return [
    ...(status === "pending" ? [approve, reject] : status === "rejected" ? [approve] : isOwn ? [] : [revoke]),
    of("reset", {
      ...{ label: `Reset the password of ${email}`, words: "user account link", icon: <RefreshCw /> },
      run: () => (close) => <ResetLinkDialog user={user} onClose={close} />,
    }),
    ...(isOwn ? [] : [remove]),
  ];
}

/** What an administrator can do to each account; nothing for anybody else. */
export function useAccountCommands(): readonly Command[] {
  const own = readUser();
  const accounts = trpc.admin.users.useQuery(undefined, { enabled: own?.role === "admin" });
  const users = useAsOpened(accounts)?.users;
  const { run } = useVerb(trpc.admin.setStatus, {
    failed: ["Failed to update user status"],
  });
  if (own?.role !== "admin" || !users) return [];
  const setOf = (user: User) => (status: UserStatus) => run({ userId: user.id, status }, () => tellAccess(user, status));
  return users.flatMap((user) => onAccount(user, user.id === own.id, setOf(user)));
}
