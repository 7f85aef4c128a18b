import { zodResolver } from "@hookform/resolvers/zod";
import { changePasswordInput } from "@nightjar/contract";
import { Button, Card, CardHeader, Field, Input } from "@nightjar/ui";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

const form = changePasswordInput
  .extend({ confirmPassword: z.string().min(1, "Please confirm your password") })
  .refine((values) => values.newPassword === values.confirmPassword, { path: ["confirmPassword"], message: "Passwords don't match" });

export function ChangePassword() {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(form),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const { errors } = formState;
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
      <form noValidate className="flex flex-col gap-4 p-5" onSubmit={submit}>
        <Field label="Current Password" error={errors.currentPassword?.message}>
          {(control) => <Input type="password" autoComplete="current-password" {...control} {...register("currentPassword")} />}
        </Field>
        <Field label="New Password" hint="At least 6 characters" error={errors.newPassword?.message}>
          {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("newPassword")} />}
        </Field>
        <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
          {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("confirmPassword")} />}
        </Field>
        <Button type="submit" variant="primary" busy={change.isPending} className="self-start">
          {change.isPending ? "Changing..." : "Change Password"}
        </Button>
      </form>
    </Card>
  );
}
