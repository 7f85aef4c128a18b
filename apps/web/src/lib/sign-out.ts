import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { clearSession } from "./session.ts";
import { forgetSignedOut } from "./signed-out.ts";

/** Signing out: the stored session and everything it read go, then the sign-in page. */
export function useSignOut(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    clearSession();
    forgetSignedOut();
    void router.navigate({ to: "/login" }).then(() => queryClient.clear());
  };
}
