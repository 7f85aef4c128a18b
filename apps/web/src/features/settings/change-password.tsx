import { zodResolver } from "@hookform/resolvers/zod";
import { changePasswordInput } from "@nightjar/contract";
import { Button, Card, CardHeader, Field, Input } from "@nightjar/ui";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

const form = changePasswordInput
  .extend({ confirmPassword: z.string().min(1, "Please confirm your password") })
  .refine((values) => values.newPassword === values.confirmPassword, { path: ["confirmPassword"], message: "Passwords don't match" });

export function ChangePassword() {
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(form),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const { errors } = formState;
  const change = trpc.auth.changePassword.useMutation({
    onSuccess: () => {
      reset();
      notify("Password updated", "Everybody else signed in with this account was signed out.");
    },
    onError: (error) => complain("Error", messageOf(error, "Failed to change password")),
  });
  const submit = handleSubmit(({ currentPassword, newPassword }) => change.mutate({ currentPassword, newPassword }));
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
