import { Button, Card, CardHeader, Field, Input, Locked } from "@nightjar/ui";
import { useForm } from "react-hook-form";
import { UNSAVED, useLeaveGuard } from "../../layout/leave-guard.tsx";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { fetchRules, rulesLater } from "../auth/rules-later.ts";

const rules = rulesLater(({ changePasswordRules }) => changePasswordRules);

export function ChangePassword() {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: rules,
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const { errors, isDirty } = formState;
  const guard = useLeaveGuard({ loss: () => (isDirty ? UNSAVED : null), isUnderWay: () => isDirty });
  const change = useVerb(trpc.auth.changePassword, {
    failed: ["Error", "Failed to change password"],
    done: () => {
      reset();
      notify("Password updated", "Everybody else signed in with this account was signed out.");
    },
  });
  const submit = handleSubmit(({ currentPassword, newPassword }) => change.run({ currentPassword, newPassword }));
  return (
    <Card aria-labelledby="change-password">
      <CardHeader id="change-password" title="Change Password" />
      <form noValidate className="flex flex-col gap-4 p-5" onFocus={() => void fetchRules().catch(() => null)} onSubmit={submit}>
        <Locked value={change.isPending}>
          <Field label="Current Password" error={errors.currentPassword?.message}>
            {(control) => <Input type="password" autoComplete="current-password" {...control} {...register("currentPassword")} />}
          </Field>
          <Field label="New Password" hint="At least 6 characters" error={errors.newPassword?.message}>
            {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("newPassword")} />}
          </Field>
          <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
            {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("confirmPassword")} />}
          </Field>
        </Locked>
        <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
          {change.isPending ? "Changing..." : "Change Password"}
        </Button>
      </form>
      {guard}
    </Card>
  );
}
