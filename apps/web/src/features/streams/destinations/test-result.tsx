import type { DestinationTrial } from "@nightjar/contract";
import { Lamp } from "@nightjar/ui";
import { inOneLine, saidOf } from "../../../lib/errors.ts";

export interface TestResultProps {
  isPending: boolean;
  output: DestinationTrial | undefined;
  error: unknown;
}

/** Nothing was tested, or what was is another address by now. */
export const NO_TEST: TestResultProps = { isPending: false, output: undefined, error: null };

/** How the test of a destination went, told also to who does not see it. */
export function TestResult({ isPending, output, error }: TestResultProps) {
  // Where our own line is dead, nothing is known of the destination.
  const failure = error === null || error === undefined ? null : inOneLine(saidOf(error, "The destination could not be tested."));
  const text = isPending ? "Testing. This takes up to ten seconds..." : (failure ?? output?.sentence ?? "");
  const isGood = !isPending && failure === null && output?.isAccepted === true;
  return (
    <p role="status" className="flex items-baseline gap-2 text-sm">
      {text !== "" && (
        <>
          <Lamp tone={isPending ? "moon" : isGood ? "good" : "warn"} breathing={isPending} className="translate-y-[-1px]" />
          <span className={isGood || isPending ? "text-soft" : "text-warn"}>{text}</span>
        </>
      )}
    </p>
  );
}
