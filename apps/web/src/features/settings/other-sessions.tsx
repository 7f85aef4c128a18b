import { Button, Card, CardHeader } from "@nightjar/ui";
import { messageOf } from "../../lib/errors.ts";
import { complain, notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";

export function OtherSessions() {
  const end = trpc.auth.endOtherSessions.useMutation({
    onSuccess: ({ message }) => notify("Sessions ended", message),
    onError: (error) => complain("Error", messageOf(error, "The other sessions could not be ended")),
  });
  return (
    <Card aria-labelledby="other-sessions" className="pb-5">
      <CardHeader
        id="other-sessions"
        title="Other Sessions"
        description="Signs this account out everywhere but here. Streams stay on air."
      />
      <Button className="mx-5 mt-4" busy={end.isPending} onClick={() => end.mutate()}>
        End all other sessions
      </Button>
    </Card>
  );
}
