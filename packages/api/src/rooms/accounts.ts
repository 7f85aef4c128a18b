import { changePassword } from "../auth/change-password.ts";
import { createResetLink } from "../auth/create-reset-link.ts";
import { deleteUser } from "../auth/delete-user.ts";
import { endOtherSessions } from "../auth/end-other-sessions.ts";
import { listPendingUsers, listUsers } from "../auth/list-users.ts";
import { login } from "../auth/login.ts";
import { mailConfigured } from "../auth/mail-configured.ts";
import { me } from "../auth/me.ts";
import { register } from "../auth/register.ts";
import { requestReset } from "../auth/request-reset.ts";
import { resetPassword } from "../auth/reset-password.ts";
import { setStatus } from "../auth/set-status.ts";
import { json } from "../http/route.ts";
import { onBoth, onStudio, room } from "../room.ts";

export const authRoom = room("auth", {
  login: onBoth(login, json("POST /api/auth/login", "Sign in")),
  register: onBoth(register, json("POST /api/auth/register", "Ask for an account", { status: 201 })),
  me: onBoth(me, json("GET /api/auth/me", "The own account")),
  changePassword: onBoth(changePassword, json("POST /api/auth/change-password", "Change the own password; ends all other sessions")),
  endOtherSessions: onStudio(endOtherSessions),
  mailConfigured: onStudio(mailConfigured),
  requestReset: onBoth(
    requestReset,
    json("POST /api/auth/request-reset", "Ask for a mail with a link to set a new password; 503 where no mail can be sent"),
  ),
  resetPassword: onBoth(
    resetPassword,
    json("POST /api/auth/reset-password", "Set a new password by the token of a link; ends all sessions"),
  ),
});

export const adminRoom = room("admin", {
  users: onBoth(listUsers, json("GET /api/auth/users", "All accounts")),
  pendingUsers: onBoth(listPendingUsers, json("GET /api/auth/users/pending", "Accounts that wait for approval")),
  setStatus: onBoth(setStatus, json("PATCH /api/auth/users/{userId}/status", "Approve, reject or revoke an account")),
  deleteUser: onBoth(deleteUser, json("DELETE /api/auth/users/{userId}", "Delete an account")),
  createResetLink: onBoth(
    createResetLink,
    json("POST /api/auth/users/{userId}/reset-link", "A link by which somebody sets a new password, once, within an hour", { status: 201 }),
  ),
});
