import type { DestinationId, StreamId } from "@nightjar/contract";
import { Button } from "@nightjar/ui";
import type { ReactNode } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { TestResult } from "./test-result.tsx";

export interface StoredTest {
  /** null: it is not known by which id. */
  readonly button: ReactNode;
  readonly result: ReactNode;
}

/** The test of a stored destination: its button, and what came of it. */
export function useStoredTest(id: StreamId, destinationId: DestinationId | null, name: string): StoredTest {
  const test = useVerb(trpc.streams.testDestination, { failed: "shown" });
  if (destinationId === null) return { button: null, result: null };
  return {
    button: (
      <Button size="sm" aria-label={`Test ${name}`} busy={test.isPending} onClick={() => test.run({ id, destinationId })}>
        Test
      </Button>
    ),
    result: <TestResult isPending={test.isPending} output={test.output} error={test.error} />,
  };
}
