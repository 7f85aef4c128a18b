import { queryClient } from "./trpc.ts";

interface Call<Input, Answer> {
  query(input: Input, options: { readonly signal: AbortSignal }): Promise<Answer>;
}

let count = 0;

/** Asks for what no screen keeps. A line that dies without a word ends it, as it ends what screens read. */
export function askOnce<Input, Answer>(call: Call<Input, Answer>, input: Input, cancelled?: AbortSignal): Promise<Answer> {
  // Nothing was asked under this key before, or a call that is ended would be answered with what was read then.
  const queryKey = ["asked once", (count += 1)];
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) =>
    call.query(input, { signal: cancelled ? AbortSignal.any([signal, cancelled]) : signal });
  return queryClient.fetchQuery({ queryKey, queryFn, gcTime: 0 });
}
