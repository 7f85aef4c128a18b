import { BATCH_CALLS_MAX, CACHE_LIFETIME_MS } from "@nightjar/contract";
import type { AppRouter } from "@nightjar/api";
import { MutationCache, QueryCache } from "@tanstack/react-query";
import { httpBatchLink, httpLink, splitLink } from "@trpc/client";
import { createTRPCQueryUtils, createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { hearingLink } from "./hearing-link.ts";
import { inTimeLink } from "./in-time-link.ts";
import { takeEarly } from "./early-answer.ts";
import { statusOf } from "./errors.ts";
import { readFrom } from "./live/read-from.ts";
import { FreshQueryClient } from "./query-client.ts";
import { send } from "./send.ts";
import { keepCookie, readToken } from "./session.ts";

export const trpc = createTRPCReact<AppRouter>();
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

let onSignedOut: (error: unknown) => void = () => undefined;
/** Says what happens when the server no longer knows our token. */
export function whenSignedOut(run: (error: unknown) => void): void {
  onSignedOut = run;
}

let onChanged: (names: string) => void = () => undefined;
/** Says what happens when the answer to a call of ours names what it has changed. */
export function whenChanged(run: (names: string) => void): void {
  onChanged = run;
}
const watchSession = (error: unknown) => {
  if (statusOf(error) === 401 && readToken() !== null) onSignedOut(error);
};

export const queryClient = new FreshQueryClient({
  queryCache: new QueryCache({ onError: watchSession }),
  mutationCache: new MutationCache({ onError: watchSession }),
  defaultOptions: {
    // Without a network a call fails now: one that waits for it is carried out when nobody wants it any more.
    queries: {
      networkMode: "always",
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Infinity,
      gcTime: CACHE_LIFETIME_MS,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

const url = "/trpc";
const SIGN_IN = ["auth.login", "auth.register", "auth.requestReset", "auth.resetPassword"];
const isSignIn = (path: string) => SIGN_IN.includes(path);
/** What others than our server are asked for, and what is decoded meanwhile. Calls that go together are answered together: with these none does. */
const TAKE_THEIR_TIME = ["wall.look", "youtube.channels", "spotify.playlists", "tracks.lookupIsrc"];
const takesItsTime = ({ path }: { readonly path: string }) => TAKE_THEIR_TIME.includes(path);
const headers = () => {
  const token = readToken();
  keepCookie();
  return token === null ? {} : { authorization: `Bearer ${token}` };
};

export const trpcClient = trpc.createClient({
  links: [
    hearingLink({ changed: (names) => onChanged(names), answered: readFrom.answered }),
    inTimeLink(),
    splitLink({
      condition: (operation) => isSignIn(operation.path),
      // Signing in and registering send no token.
      true: httpLink({ url, fetch: async (input, init) => send(input, { ...init, credentials: "omit" } as RequestInit) }),
      false: splitLink({
        condition: takesItsTime,
        true: httpLink({ url, headers, fetch: async (input, init) => send(input, init as RequestInit) }),
        false: httpBatchLink({
          url,
          headers,
          maxURLLength: 4000,
          maxItems: BATCH_CALLS_MAX,
          fetch: async (input, init) => takeEarly(input, readToken()) ?? send(input, init as RequestInit),
        }),
      }),
    }),
  ],
});

/** The same calls outside components: loaders, guards, the event stream. */
export const api = createTRPCQueryUtils({ queryClient, client: trpcClient });
