import { Button } from "@nightjar/ui";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";
import { UNREACHABLE } from "../lib/errors.ts";
import { isReachable } from "../lib/reachable.ts";
import { StandIn } from "./page.tsx";

/** Younger than this a page cannot be of an older version than the server. */
const FRESH_MS = 10_000;

/** A screen whose code could not be fetched. The rest of the studio stands, and the address is already that of the screen. */
export function Unreachable() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    // A server that answers has another version of the screen: the studio is loaded anew, once.
    if (performance.now() > FRESH_MS) void isReachable().then((isThere) => isThere && location.reload());
  }, []);
  const again = async () => {
    setTrying(true);
    if (await isReachable()) location.reload();
    else setTrying(false);
  };
  return (
    <StandIn role="alert">
      <div className="flex max-w-md flex-col items-center">
        <CloudOff aria-hidden className="size-8 text-warn" />
        <h1 className="mt-4 text-lg font-semibold">{UNREACHABLE}</h1>
        <p className="mt-1 text-sm text-dim">This screen has not been opened before. Streams on air go on without this page.</p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {canGoBack && <Button onClick={() => router.history.back()}>Back</Button>}
          <Button variant="primary" busy={isTrying} onClick={() => void again()}>
            Try again
          </Button>
        </div>
      </div>
    </StandIn>
  );
}
