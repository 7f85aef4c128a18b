import { Link, useLocation } from "@tanstack/react-router";
import { usePageTitle } from "../../lib/page-title.ts";
import { AskForLink } from "./ask-for-link.tsx";
import { AuthFrame, linkLook } from "./auth-frame.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";

/** /reset-password: with a link's token the new password, without one the way to such a link. */
export function ResetPage() {
  usePageTitle("Reset password");
  // Who is here already and follows a link stays on the page: only the address changes.
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <AuthFrame
      title={token === "" ? "Forgot your password?" : "Set a new password"}
      footer={
        <Link to="/login" className={linkLook}>
          Back to sign in
        </Link>
      }
    >
      {token === "" ? <AskForLink /> : <NewPasswordForm key={token} token={token} />}
    </AuthFrame>
  );
}
