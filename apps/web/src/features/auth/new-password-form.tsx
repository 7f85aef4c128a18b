import { Button, Field, Input, Notice } from "@nightjar/ui";
import { Link } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { clearSession } from "../../lib/session.ts";
import { forgetSignedOut } from "../../lib/signed-out.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { linkLook } from "./auth-frame.tsx";
import { CallFailed } from "./call-failed.tsx";
import { fetchRules, rulesLater } from "./rules-later.ts";

const rules = rulesLater(({ newPasswordRules }) => newPasswordRules);

/** The new password, by a link's token. */
export function NewPasswordForm({ token }: { token: string }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: rules,
    defaultValues: { newPassword: "", confirmPassword: "" },
  });
  const { errors } = formState;
  const reset = useVerb(trpc.auth.resetPassword, {
    failed: "shown",
    done() {
      // If it was this account that is signed in here, it is so no longer.
      clearSession();
      forgetSignedOut();
    },
  });
  if (reset.output) {
    return (
      <div className="flex flex-col gap-6">
        <Notice tone="good" role="status">
          {reset.output.message}
        </Notice>
        <Button asChild variant="primary" size="lg">
          <Link to="/login">Sign in</Link>
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onFocus={() => void fetchRules().catch(() => null)}
      onSubmit={handleSubmit(({ newPassword }) => reset.run({ token, newPassword }))}
    >
      <Field label="New Password" hint="At least 8 characters" error={errors.newPassword?.message}>
        {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("newPassword")} />}
      </Field>
      <Field label="Confirm New Password" error={errors.confirmPassword?.message}>
        {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("confirmPassword")} />}
      </Field>
      {reset.error !== null && (
        <>
          <CallFailed error={reset.error} fallback="The password could not be set" />
          <p className="text-sm text-dim">
            <a href="/reset-password" className={linkLook}>
              How to get a new link
            </a>
          </p>
        </>
      )}
      <Button type="submit" variant="primary" size="lg" busy={reset.isPending} className="mt-2 w-full">
        {reset.isPending ? "Setting..." : "Set Password"}
      </Button>
    </form>
  );
}
