import { Loading } from "@nightjar/ui";
import { QueryErrorResetBoundary, useQueryClient } from "@tanstack/react-query";
import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import { TRPCClientError } from "@trpc/client";
import { createContext, Suspense, use, useEffect, useEffectEvent, useReducer, useState, type ReactNode } from "react";
import { QueryError } from "./query-state.tsx";

export interface ReadingProps {
  /** What stands there meanwhile: a sentence with a spinner, or a drawing of what comes. */
  loading: ReactNode;
  /** What could not be done, as a sentence, for when the server gives no reason. */
  failed: string;
  /** What is read: once that is another, a failure of the one before is forgotten. */
  of?: string;
  className?: string;
  children: ReactNode;
}

interface Words extends Pick<ReadingProps, "failed" | "className"> {
  readonly forget: () => void;
}
const WordsContext = createContext<Words>({ failed: "", forget: () => undefined });

/** Around what reads by suspense: what shows until it is there, and when it could not be read, with a way to try again. */
export function Reading(props: ReadingProps) {
  return <QueryErrorResetBoundary>{({ reset }) => <Bounded {...props} forget={reset} />}</QueryErrorResetBoundary>;
}

/** What shows meanwhile. React alone would keep it for 300 ms, however soon the answer is there, so that its spinner flashes by. */
function Meanwhile({ onAnswer, children }: { onAnswer: () => void; children: ReactNode }) {
  const cache = useQueryClient().getQueryCache();
  const look = useEffectEvent(onAnswer);
  useEffect(() => {
    // The answer may have come before anybody listened.
    look();
    return cache.subscribe((event) => {
      if (event.type === "updated" && (event.action.type === "success" || event.action.type === "error")) look();
    });
  }, [cache]);
  return children;
}

function Bounded({ loading, failed, of = "", className, forget, children }: ReadingProps & Pick<Words, "forget">) {
  // What failed when it was last on the screen is tried once more now that it is opened anew.
  useState(forget);
  const look = { ...(className !== undefined && { className }) };
  // Rendered for a change of ours, what has been read shows at once; left to itself, React rests before it looks again.
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const wait = typeof loading === "string" ? <Loading text={loading} {...look} /> : loading;
  return (
    <WordsContext value={{ failed, forget, ...look }}>
      <CatchBoundary getResetKey={() => of} errorComponent={CouldNotRead}>
        <Suspense fallback={<Meanwhile onAnswer={lookAgain}>{wait}</Meanwhile>}>{children}</Suspense>
      </CatchBoundary>
    </WordsContext>
  );
}

function CouldNotRead({ error, reset }: ErrorComponentProps) {
  const { failed, className, forget } = use(WordsContext);
  const retry = () => {
    forget();
    reset();
  };
  // Read by somebody else meanwhile, or said to have changed: nothing that shows here asks for it any more.
  const cache = useQueryClient().getQueryCache();
  const again = useEffectEvent(retry);
  useEffect(() => {
    const failed = cache.getAll().find(({ state }) => state.error === error);
    return cache.subscribe((event) => {
      const isNews = event.type === "updated" && (event.action.type === "invalidate" || event.action.type === "success");
      if (isNews && event.query === failed) again();
    });
  }, [cache, error]);
  // A failure that shows is kept no longer: what is read here next may be the same call, of another account say.
  useEffect(() => forget());
  // Anything but a failed call is a fault of ours, which the page as a whole says.
  if (!(error instanceof TRPCClientError)) throw error;
  return <QueryError error={error} fallback={failed} onRetry={retry} {...(className !== undefined && { className })} />;
}
