import { changePassword } from "../auth/change-password.ts";
import { endOtherSessions } from "../auth/end-other-sessions.ts";
import { login } from "../auth/login.ts";
import { me } from "../auth/me.ts";
import { register } from "../auth/register.ts";
import { mutation, query, router } from "../trpc.ts";

export const authRouter = router({
  login: mutation(login),
  register: mutation(register),
  me: query(me),
  changePassword: mutation(changePassword),
  endOtherSessions: mutation(endOtherSessions),
});
