import type { DestinationInput } from "@nightjar/contract";
import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { useVerb } from "../../../lib/use-verb.ts";
import { NO_TEST, type TestResultProps } from "./test-result.tsx";

interface Tested extends TestResultProps {
  /** As they were typed. */
  readonly values: DestinationInput;
}

/** The test of what is typed: how that of another address or key goes says nothing of this one, which is tested in its place. */
export function useTypedTest(values: DestinationInput): TestResultProps & { run: (checked: DestinationInput) => void } {
  const test = useVerb(trpc.streams.testAddress, { failed: "shown" });
  const [tested, setTested] = useState<Tested | null>(null);
  const { isPending, output, error } = tested?.values === values ? tested : NO_TEST;
  const run = (checked: DestinationInput) => {
    const ended = (end: Pick<Tested, "output" | "error">) =>
      setTested((newest) => (newest?.values === values ? { values, isPending: false, ...end } : newest));
    setTested({ values, ...NO_TEST, isPending: true });
    test.attempt(checked).then(
      (answer) => ended({ output: answer, error: null }),
      (failure: unknown) => ended({ output: undefined, error: failure }),
    );
  };
  return { isPending, output, error, run };
}
