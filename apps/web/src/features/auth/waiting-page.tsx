import { Button } from "@nightjar/ui";
import { usePageTitle } from "../../lib/page-title.ts";
import { readUser } from "../../lib/session.ts";
import { useSignOut } from "../../lib/sign-out.ts";
import { trpc } from "../../lib/trpc.ts";
import { AuthFrame } from "./auth-frame.tsx";

/** /waiting-approval */
export function WaitingPage() {
  usePageTitle("Account Pending Approval");
  const signOut = useSignOut();
  const email = readUser()?.email;
  const mail = trpc.auth.mailConfigured.useQuery();
  return (
    <AuthFrame title="Account Pending Approval" {...(email !== undefined && { subtitle: email })}>
      <div className="flex flex-col gap-3 text-soft">
        <p>
          Our admin team is reviewing your account.{" "}
          {mail.data?.mailConfigured === true && "You will be notified by e-mail, and can log in afterwards."}
          {mail.data?.mailConfigured === false &&
            "You can log in once it is approved. This studio sends no e-mail, so nobody will notify you: come back and check."}
        </p>
        <p className="text-sm text-dim">Does it take too long? Please contact support.</p>
      </div>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        <Button variant="primary" className="sm:flex-1" onClick={() => location.reload()}>
          Check Status
        </Button>
        <Button className="sm:flex-1" onClick={signOut}>
          Sign Out
        </Button>
      </div>
    </AuthFrame>
  );
}
