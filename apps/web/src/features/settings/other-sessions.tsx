import { Button, Card, CardHeader } from "@nightjar/ui";
import { notify } from "../../lib/toast.ts";
import { trpc } from "../../lib/trpc.ts";
import { useVerb } from "../../lib/use-verb.ts";

export function OtherSessions() {
  const end = useVerb(trpc.auth.endOtherSessions, {
    failed: ["Error", "The other sessions could not be ended"],
    done: ({ message }) => notify("Sessions ended", message),
  });
  return (
    <Card aria-labelledby="other-sessions" className="pb-5">
      <CardHeader
        id="other-sessions"
        title="Other Sessions"
        description="Signs this account out everywhere but here. Streams stay on air."
      />
      <Button className="mx-5 mt-4" busy={end.isPending} onClick={() => end.run()}>
        End all other sessions
      </Button>
    </Card>
  );
}
