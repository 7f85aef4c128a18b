import { deleteUser } from "../auth/delete-user.ts";
import { listPendingUsers, listUsers } from "../auth/list-users.ts";
import { mailConfigured } from "../auth/mail-configured.ts";
import { setStatus } from "../auth/set-status.ts";
import { mutation, query, router } from "../trpc.ts";

export const adminRouter = router({
  users: query(listUsers),
  pendingUsers: query(listPendingUsers),
  setStatus: mutation(setStatus),
  deleteUser: mutation(deleteUser),
  mailConfigured: query(mailConfigured),
});
