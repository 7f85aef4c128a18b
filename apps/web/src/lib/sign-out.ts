import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { clearSession, readToken } from "./session.ts";
import { forgetSignedOut } from "./signed-out.ts";

/** Signing out: the stored session and everything it read go, then the sign-in page. */
export function useSignOut(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    // Asked last: whoever holds something unsaved stays signed in where they stay.
    const withdraw = router.history.block({
      blockerFn: () => {
        clearSession();
        forgetSignedOut();
        return false;
      },
      enableBeforeUnload: false,
    });
    void router.navigate({ to: "/login" }).then(() => {
      if (readToken() === null) queryClient.clear();
    });
    // Of this leaving alone, which has noted by now whom it asks.
    withdraw();
  };
}
