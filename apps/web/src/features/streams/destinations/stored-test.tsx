import type { DestinationId, StreamId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import { type ReactNode, useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { NO_TEST, TestResult } from "./test-result.tsx";

export interface StoredTest {
  /** null: it is not known by which id. */
  readonly button: ReactNode;
  readonly result: ReactNode;
  /** Its key is another now. */
  readonly forget: () => void;
}

export interface Tested {
  readonly streamId: StreamId;
  /** null: it is not known. */
  readonly destinationId: DestinationId | null;
  readonly rtmpUrl: string | undefined;
  /** What the button tests, behind "Test ". */
  readonly name: string;
}

/** The test of a stored destination: its button, and what came of it as long as its address is the same. */
export function useStoredTest({ streamId, destinationId, rtmpUrl, name }: Tested): StoredTest {
  const [testedUrl, setTestedUrl] = useState<string | undefined>(undefined);
  const test = useVerb(trpc.streams.testDestination, { failed: "shown" });
  const forget = () => setTestedUrl(undefined);
  if (destinationId === null) return { button: null, result: null, forget };
  const isOfThis = testedUrl !== undefined && testedUrl === rtmpUrl && test.input?.destinationId === destinationId;
  const run = () => {
    setTestedUrl(rtmpUrl);
    test.run({ id: streamId, destinationId });
  };
  return {
    forget,
    button: (
      <Button size="sm" aria-label={`Test ${name}`} busy={test.isPending} onClick={run}>
        Test
      </Button>
    ),
    result: isOfThis ? <TestResult isPending={test.isPending} output={test.output} error={test.error} /> : <TestResult {...NO_TEST} />,
  };
}
