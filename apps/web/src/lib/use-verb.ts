import { useState } from "react";
import { ownChangesAreRead } from "./live/reads.ts";
import { createOnce } from "./once.ts";
import { complainOf, type Complaint } from "./toast.ts";

export interface VerbOptions<Input, Output> {
  /** What is said when it fails, unless the component shows the error itself; a function where that hangs on the error. */
  readonly failed: Complaint | "shown" | ((error: unknown, input: Input) => void);
  /** What it waits for, whatever came of it: it is under way meanwhile. */
  readonly after?: ((input: Input) => Promise<void>) | undefined;
  /** Before it is sent. */
  readonly starting?: ((input: Input) => void) | undefined;
  /** Right after it was carried out. */
  readonly done?: ((output: Output, input: Input) => void | Promise<void>) | undefined;
  /** Once what it changed has been read again: a dialog closes over the new list. */
  readonly shown?: ((output: Output, input: Input) => void) | undefined;
  /** At the end, however it went. */
  readonly settled?: ((input: Input) => void) | undefined;
}

export interface Verb<Input, Output> {
  /** Does nothing while the very same call is under way. Failures are announced. */
  run(input: Input, whenShown?: (output: Output) => void): void;
  /** For who goes on with the output. @throws what the server answered, after it was announced */
  attempt(input: Input): Promise<Output>;
  /** Until what it changed has been read again. */
  readonly isPending: boolean;
  /** Of the last call, once it was carried out. */
  readonly output: Output | undefined;
  readonly error: unknown;
  /** What it was last called with. */
  readonly input: Input | undefined;
}

interface Mutation<Input, Output> {
  mutateAsync(input: Input): Promise<Output>;
  readonly isPending: boolean;
  readonly data: Output | undefined;
  readonly error: unknown;
  readonly variables: Input | undefined;
}

interface Procedure<Input, Output> {
  useMutation(options: {
    onMutate: (input: Input) => Promise<void> | undefined;
    onSuccess: (output: Output, input: Input) => Promise<void>;
    onError: (error: unknown, input: Input) => void;
  }): Mutation<Input, Output>;
}

/** The one way to change something: it complains in words, reads again what the server says has changed, and is not done twice. */
export function useVerb<Input, Output>(verb: Procedure<Input, Output>, options: VerbOptions<Input, Output>): Verb<Input, Output> {
  const { failed, after, starting, done, shown, settled } = options;
  const [once] = useState(() => createOnce<Output>());
  const { mutateAsync, ...mutation } = verb.useMutation({
    onMutate: (input) => after?.(input),
    async onSuccess(output, input) {
      await done?.(output, input);
      await ownChangesAreRead();
      shown?.(output, input);
      settled?.(input);
    },
    onError(error, input) {
      if (typeof failed === "function") failed(error, input);
      else if (failed !== "shown") complainOf(error, failed);
      settled?.(input);
    },
  });
  const call = (input: Input) =>
    once(JSON.stringify(input) ?? "", () => {
      starting?.(input);
      return mutateAsync(input);
    });
  return {
    run(input, whenShown) {
      const { isFirst, result } = call(input);
      // The failure has been announced.
      if (isFirst) result.then(whenShown, () => undefined);
    },
    attempt: (input) => call(input).result,
    isPending: mutation.isPending,
    output: mutation.data,
    error: mutation.error,
    input: mutation.variables,
  };
}
