import { Button, Field, Input, Loading, Notice } from "@nightjar/ui";
import { useForm } from "react-hook-form";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";
import { CallFailed } from "./call-failed.tsx";
import { fetchRules, rulesLater } from "./rules-later.ts";

const rules = rulesLater(({ askRules }) => askRules);

function WithoutMail() {
  return (
    <div className="flex flex-col gap-4 text-soft">
      <Notice>This studio sends no e-mail, so it cannot send you a link.</Notice>
      <p>An administrator can make one for you, in the Admin Dashboard under your name. It works once, for an hour.</p>
      <p className="text-sm text-dim">
        Are you the administrator? On the studio's machine, <code className="text-soft">nightjar admin reset-password EMAIL</code> gives you
        a new password.
      </p>
    </div>
  );
}

/** The way to a link: by mail where the studio can send one, else through people. */
export function AskForLink() {
  const mail = trpc.auth.mailConfigured.useQuery();
  const ask = useVerb(trpc.auth.requestReset, { failed: "shown" });
  const { register, handleSubmit, formState } = useForm({ resolver: rules, defaultValues: { email: "" } });
  if (mail.isPending) return <Loading text="Loading..." />;
  if (mail.data?.mailConfigured === false) return <WithoutMail />;
  if (ask.output) {
    return (
      <Notice tone="good" role="status">
        {ask.output.message}
      </Notice>
    );
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onFocus={() => void fetchRules().catch(() => null)}
      onSubmit={handleSubmit((values) => ask.run(values))}
    >
      <p className="text-soft">We send you a link to set a new one. It works once, for an hour.</p>
      <Field label="Email" error={formState.errors.email?.message}>
        {(control) => <Input type="email" autoComplete="username" inputMode="email" {...control} {...register("email")} />}
      </Field>
      {ask.error !== null && <CallFailed error={ask.error} fallback="The link could not be sent" />}
      <Button type="submit" variant="primary" size="lg" busy={ask.isPending} className="mt-2 w-full">
        {ask.isPending ? "Sending..." : "Send link"}
      </Button>
    </form>
  );
}
