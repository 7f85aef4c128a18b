import { REGISTER_REDIRECT_MS } from "@nightjar/contract";
import { Button, Field, Input, Notice } from "@nightjar/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { usePageTitle } from "../../lib/page-title.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { AuthFrame, linkLook } from "./auth-frame.tsx";
import { CallFailed } from "./call-failed.tsx";
import { fetchRules, rulesLater } from "./rules-later.ts";

const rules = rulesLater(({ registerRules }) => registerRules);

/** /register */
export function RegisterPage() {
  usePageTitle("Create Account");
  const navigate = useNavigate();
  const call = useVerb(trpc.auth.register, { failed: "shown" });
  const isDone = call.output !== undefined;
  const { register, handleSubmit, formState } = useForm({
    resolver: rules,
    defaultValues: { email: "", password: "", confirmPassword: "" },
  });
  const { errors } = formState;
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void navigate({ to: "/login" }), REGISTER_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [isDone, navigate]);
  return (
    <AuthFrame
      title="Create Account"
      footer={
        <>
          Already have an account?{" "}
          <Link to="/login" className={linkLook}>
            Sign in
          </Link>
        </>
      }
    >
      {/* The server never sees the confirmation. */}
      <form
        noValidate
        className="flex flex-col gap-4"
        onFocus={() => void fetchRules().catch(() => null)}
        onSubmit={handleSubmit(({ email, password }) => call.run({ email, password }))}
      >
        <Notice>An admin reviews every account before it gets access.</Notice>
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input type="email" autoComplete="username" inputMode="email" {...control} {...register("email")} />}
        </Field>
        <Field label="Password" hint="At least 8 characters" error={errors.password?.message}>
          {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("password")} />}
        </Field>
        <Field label="Confirm Password" error={errors.confirmPassword?.message}>
          {(control) => <Input type="password" autoComplete="new-password" {...control} {...register("confirmPassword")} />}
        </Field>
        {call.error !== null && <CallFailed error={call.error} fallback="Registration failed" />}
        {call.output && (
          <Notice tone="good" role="status">
            {call.output.message}
          </Notice>
        )}
        <Button type="submit" variant="primary" size="lg" busy={call.isPending} disabled={isDone} className="mt-2 w-full">
          {call.isPending ? "Creating Account..." : "Create Account"}
        </Button>
      </form>
    </AuthFrame>
  );
}
