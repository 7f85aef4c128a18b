import type { DestinationInput } from "@nightjar/contract";
import { Button, Locked } from "@nightjar/ui";
import { use, useMemo, useRef, useState } from "react";
import { useUnsaved } from "../../../lib/unsaved.ts";
import { Deleted } from "../state/deleted.ts";
import { DestinationFields, type DestinationFieldsProps } from "./destination-fields.tsx";
import type { CheckedDestination } from "./destination-rules.ts";
import { TestResult } from "./test-result.tsx";
import { useTypedTest } from "./typed-test.ts";

/** The rules weigh more than the form, which stands on a first screen: they come when somebody begins to type. */
const fetchRules = () => import("./destination-rules.ts").catch(() => null);

/** Rules that cannot be had are held by the server, in the same words. */
async function check(values: DestinationInput): Promise<CheckedDestination> {
  const rules = await fetchRules();
  return rules === null ? { input: values, errors: {} } : rules.checkDestination(values);
}

interface DestinationState {
  readonly fields: DestinationFieldsProps;
  readonly isTyped: boolean;
  /** Gives what is right to `onRight`; leads to the first that is wrong. */
  submit(onRight: (values: DestinationInput) => void): Promise<void>;
}

/** Follows what is stored until somebody types. Checked when it is sent, and from then on while it is mended. */
function useDestination(rtmpUrl: string, onTyped: ((isTyped: boolean) => void) | undefined): DestinationState {
  const stored = useMemo<DestinationInput>(() => ({ rtmpUrl, streamKey: "" }), [rtmpUrl]);
  const [typed, setTyped] = useState<DestinationInput | null>(null);
  const values = typed ?? stored;
  const [errors, setErrors] = useState<CheckedDestination["errors"]>({});
  const isSent = useRef(false);
  const urlRef = useRef<HTMLInputElement>(null);
  const keyRef = useRef<HTMLInputElement>(null);
  const checked = async (input: DestinationInput) => {
    const found = await check(input);
    setErrors(found.errors);
    return found;
  };
  const change = (fields: Partial<DestinationInput>) => {
    const next = { ...values, ...fields };
    const isTyped = next.rtmpUrl !== rtmpUrl || next.streamKey !== "";
    setTyped(isTyped ? next : null);
    onTyped?.(isTyped);
    if (isSent.current) void checked(next);
  };
  return {
    fields: { values, errors, urlRef, keyRef, onChange: change },
    isTyped: typed !== null,
    async submit(onRight) {
      isSent.current = true;
      const { input, errors: wrong } = await checked(values);
      if (input !== null) onRight(input);
      else (wrong.rtmpUrl === undefined ? keyRef : urlRef).current?.focus();
    },
  };
}

export interface DestinationFormProps {
  rtmpUrl: string;
  submitLabel: string;
  busy: boolean;
  /** Something else is to be decided first. */
  isHeld?: boolean;
  /** With each key, whether it holds something that is not stored: whoever shows the form keeps it as long, whatever others do. */
  onTyped?: (isTyped: boolean) => void;
  onSubmit: (values: DestinationInput) => void;
  /** Absent where there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** An RTMP address and its key; the key is asked for each time, because it is never told. */
export function DestinationForm({ rtmpUrl, submitLabel, busy, isHeld = false, onTyped, onSubmit, onCancel }: DestinationFormProps) {
  const { fields, isTyped, submit } = useDestination(rtmpUrl, onTyped);
  useUnsaved(isTyped);
  const { run: runTest, ...test } = useTypedTest(fields.values);
  return (
    <form
      noValidate
      autoComplete="off"
      className="flex flex-col gap-4"
      onFocus={() => void fetchRules()}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(onSubmit);
      }}
    >
      <Locked value={busy || use(Locked)}>
        <DestinationFields {...fields} />
      </Locked>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy} disabled={use(Deleted) || isHeld}>
          {submitLabel}
        </Button>
        <Button busy={test.isPending} onClick={() => void submit(runTest)}>
          Test
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      <TestResult {...test} />
    </form>
  );
}
