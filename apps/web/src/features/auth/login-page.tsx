import type { User } from "@nightjar/contract";
import { Button, Field, Input, Notice } from "@nightjar/ui";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { forgetRefresh } from "../../lib/account.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { saveSession } from "../../lib/session.ts";
import { forgetSignedOut, placeToGo, readSignedOut, SIGNED_OUT_WORDS, type SignedOut } from "../../lib/signed-out.ts";
import { queryClient, trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { AuthFrame, linkLook } from "./auth-frame.tsx";
import { CallFailed } from "./call-failed.tsx";
import { fetchRules, rulesLater } from "./rules-later.ts";

const rules = rulesLater(({ loginRules }) => loginRules);

/** Why somebody is here who did not want to be, until they try to sign in. */
function SignedOutNotice({ why }: { why: SignedOut }) {
  return (
    <Notice tone={why === "rejected" || why === "deleted" ? "bad" : "info"} role="status" className="mb-5">
      {SIGNED_OUT_WORDS[why]}
    </Notice>
  );
}

/** /login */
export function LoginPage() {
  usePageTitle("Sign in");
  const navigate = useNavigate();
  const [isRejected, setRejected] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: rules,
    defaultValues: { email: "", password: "" },
  });
  const enter = async ({ token, user }: { token: string; user: User }) => {
    setRejected(user.status === "rejected");
    if (user.status === "rejected") return;
    queryClient.clear();
    saveSession(token, user);
    forgetRefresh();
    const href = user.status === "pending" ? "/waiting-approval" : placeToGo();
    forgetSignedOut();
    await navigate({ href });
  };
  const login = useVerb(trpc.auth.login, { failed: "shown", done: enter });
  const { errors } = formState;
  const [why] = useState(readSignedOut);
  return (
    <AuthFrame
      title="Sign in"
      subtitle="to your broadcast studio"
      footer={
        <>
          Don't have an account?{" "}
          <Link to="/register" className={linkLook}>
            Create one
          </Link>
        </>
      }
    >
      {why !== null && login.input === undefined && <SignedOutNotice why={why} />}
      <form
        noValidate
        className="flex flex-col gap-4"
        onFocus={() => void fetchRules().catch(() => null)}
        onSubmit={handleSubmit((values) => login.run(values))}
      >
        <Field label="Email" error={errors.email?.message}>
          {(control) => <Input type="email" autoComplete="username" inputMode="email" {...control} {...register("email")} />}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => <Input type="password" autoComplete="current-password" {...control} {...register("password")} />}
        </Field>
        {login.error !== null && <CallFailed error={login.error} fallback="Login failed" />}
        {isRejected && (
          <Notice tone="bad" role="alert">
            {SIGNED_OUT_WORDS.rejected}
          </Notice>
        )}
        <Button type="submit" variant="primary" size="lg" busy={login.isPending} className="mt-2 w-full">
          {login.isPending ? "Signing in..." : "Sign in"}
        </Button>
        <Link to="/reset-password" className={`self-center text-sm ${linkLook}`}>
          Forgot your password?
        </Link>
      </form>
    </AuthFrame>
  );
}
