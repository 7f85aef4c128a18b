import { AppError, INVALID_PLAYLIST_URL } from "@nightjar/contract";
import { GrantError } from "@nightjar/api";
import type { Spotify, SpotifyHead, SpotifyPage, TokenSource } from "@nightjar/api";
import { REAL_TIME, backOffMs, withinMs } from "@nightjar/kit";
import type { Time } from "@nightjar/kit";
import type { z } from "zod";
import { askJson } from "./ask-json.ts";
import type { JsonAnswer } from "./ask-json.ts";
import {
  errorAnswer,
  isOldShape,
  itemsOf,
  labelsOf,
  listOf,
  meAnswer,
  plainText,
  playlistAnswer,
  recordingOf,
  searchAnswer,
  toPage,
  toPlaylist,
} from "./spotify-answers.ts";
import { DAILY, GONE, NOT_TAKEN, REFUSED, UNREACHABLE, busyText, forbiddenText, isForScope } from "./spotify-texts.ts";

/** Spotify gives no more a page. */
const PAGE = 50;
/** Where it says that it is too much, and not for how long. */
const PAUSES = { firstMs: 1000, longestMs: 16_000 };
const PLAYLISTS_MAX = 1000;
const ME = "/v1/me";

interface Patience {
  readonly tries: number;
  /** As long as the pauses between those are together: short ones, that Spotify asks for, end nothing before that. */
  readonly lastsMs: number;
  /** As long as an answer may take. */
  readonly withinMs: number;
  /** As long as it is left alone because it asks for that; where it is longer that is told instead. */
  readonly pauseMaxMs: number;
}
/** Of a reading, which goes on though nobody looks: one page that is lost is not to cost the others. */
const LONG: Patience = { tries: 6, lastsMs: 31_000, withinMs: 10_000, pauseMaxMs: 5 * 60_000 };
/** Of somebody before a screen, and of labels, which others tell too. */
const SHORT: Patience = { tries: 3, lastsMs: 3000, withinMs: 4000, pauseMaxMs: 3000 };
/** Of a look-up, which has others to ask. */
const NONE: Patience = { tries: 1, lastsMs: 0, withinMs: 2500, pauseMaxMs: 0 };

interface Asking {
  readonly signal: AbortSignal;
  readonly patience: Patience;
}
const shortly = (): Asking => ({ signal: new AbortController().signal, patience: SHORT });

/** Spotify's Web API, in the shapes of before and after February 2026. @param root without a slash at the end */
export function createSpotify(root: string, userAgent: string, time = REAL_TIME): Spotify {
  const ask = createAsk({ root, userAgent, time });
  const get = async <T extends z.ZodType>(shape: T, token: TokenSource, path: string, how = shortly()): Promise<z.output<T>> =>
    answered(shape, path, await ask(token, path, how));
  /** null: it cannot be had, and every playlist may be the account's own. */
  const ownId = async (token: TokenSource): Promise<string | null> => {
    const answer = await ask(token, ME, shortly()).catch(noAnswer);
    if (answer.status === 401) throw new AppError("conflict", NOT_TAKEN);
    return meAnswer.safeParse(answer.json).data?.id ?? null;
  };
  return {
    async account(token) {
      const answer = await ask(token, ME, shortly());
      if (answer.status === 403 && isForScope(messageOf(answer))) return null;
      const { id, display_name: name } = answered(meAnswer, ME, answer);
      return { id, name: name || null };
    },
    async playlists(token) {
      const found: z.output<typeof playlistAnswer>[] = [];
      let path: string | null = `/v1/me/playlists?limit=${PAGE}`;
      while (path !== null && found.length < PLAYLISTS_MAX) {
        const page: z.output<ReturnType<typeof listOf>> = await get(listOf(), token, path);
        found.push(...page.items.flatMap((item) => item ?? []));
        path = nextPath(page.next, root);
      }
      const own = found.every(isOldShape) ? null : await ownId(token);
      return found.map((each) => toPlaylist(each, own));
    },
    async playlist(token, id, signal) {
      const answer = await get(playlistAnswer, token, `/v1/playlists/${id}`, { signal, patience: LONG });
      const { description, snapshot_id: snapshotId = null } = answer;
      return { ...toPlaylist(answer, null), description: plainText(description), snapshotId, isOldShape: isOldShape(answer) };
    },
    pages: (token, head, signal) => pagesOf((path) => ask(token, path, { signal, patience: LONG }), head, root),
    async albumLabels(token, albumIds, signal) {
      return labelsOf(await ask(token, `/v1/albums?ids=${albumIds.join(",")}`, { signal, patience: SHORT }));
    },
    async find(token, isrc, signal) {
      const path = `/v1/search?type=track&limit=1&q=isrc:${isrc}`;
      const found = await get(searchAnswer, token, path, { signal, patience: NONE });
      const [track] = found.tracks.items;
      return track ? recordingOf(track) : null;
    },
  };
}

interface AskNeeds {
  readonly root: string;
  readonly userAgent: string;
  readonly time: Time;
}

/** One call, made again with another token where that was refused, and after a pause where it was too much, got lost, or no token was to be had. */
function createAsk({ root, userAgent, time }: AskNeeds) {
  /** Until when Spotify wants to be left alone. It counts the calls of the whole app: what one is told holds for all. */
  let restUntilMs = 0;
  const rested = async ({ signal, patience }: Asking) => {
    for (let leftMs = restUntilMs - time.nowMs(); leftMs > 0; leftMs = restUntilMs - time.nowMs()) {
      if (leftMs > patience.pauseMaxMs) throw new AppError("unavailable", busyText(leftMs));
      await time.paused(leftMs, signal);
      signal.throwIfAborted();
    }
  };
  const askWith = (accessToken: string, path: string, { signal, patience }: Asking) => {
    const headers = { authorization: `Bearer ${accessToken}`, "user-agent": userAgent };
    return askJson(`${root}${path}`, headers, { signal, withinMs: patience.withinMs }).catch(unanswered);
  };
  return async (token: TokenSource, path: string, how: Asking): Promise<JsonAnswer> => {
    const { signal, patience } = how;
    let accessToken: string | null = null;
    let refused: string | undefined;
    let waitedMs = 0;
    for (let attempt = 0; ; attempt++) {
      await rested(how);
      accessToken ??= await tokenWithin(token(refused), patience.withinMs);
      signal.throwIfAborted();
      const answer = accessToken === null ? unanswered() : await askWith(accessToken, path, how);
      signal.throwIfAborted();
      if (answer.status === 401 && refused === undefined && accessToken !== null) {
        [refused, accessToken] = [accessToken, null];
        continue;
      }
      if (answer.status === 429 && answer.retryAfterMs !== null) restUntilMs = Math.max(restUntilMs, time.nowMs() + answer.retryAfterMs);
      const pauseMs = pauseAfter(answer, { attempt, waitedMs }, patience);
      if (pauseMs === null) return answer;
      await time.paused(pauseMs, signal);
      signal.throwIfAborted();
      waitedMs += pauseMs;
    }
  };
}

/** Where tokens come from may be away like every address of Spotify's: null then. @throws what is another matter */
const tokenWithin = (token: Promise<string>, limitMs: number): Promise<string | null> =>
  withinMs(token, limitMs).catch((error: unknown) => {
    if (error instanceof GrantError && error.failure === "unreachable") return null;
    throw error;
  });

/** For who goes on without it. @throws what is no matter of waiting */
function noAnswer(error: unknown): JsonAnswer {
  if (error instanceof AppError && error.code === "unavailable") return unanswered();
  throw error;
}

type ShownHead = Pick<SpotifyHead, "id" | "isOldShape">;

/** One after the other, each asked for once the one before it is done with. */
async function* pagesOf(ask: (path: string) => Promise<JsonAnswer>, head: ShownHead, root: string): AsyncGenerator<SpotifyPage, void> {
  const [own, other] = addressesOf(head);
  let answer = await ask(own);
  if (isRefusal(answer)) {
    // One of the two is taken away, whatever the head looks like.
    const second = await ask(other);
    if (second.status === 200) answer = second;
  }
  let total = 0;
  for (;;) {
    const page = answered(itemsOf(), own, answer);
    total = page.total ?? total;
    // Since February 2026 albums name no label.
    yield toPage(page.items, total, head.isOldShape);
    const next = nextPath(page.next, root);
    if (next === null) return;
    answer = await ask(next);
  }
}

/** Of its items, in the shape of its head and in the other. */
function addressesOf({ id, isOldShape: isOld }: ShownHead): readonly [own: string, other: string] {
  const [before, now] = [`/v1/playlists/${id}/tracks?limit=${PAGE}`, `/v1/playlists/${id}/items?limit=${PAGE}`];
  return isOld ? [before, now] : [now, before];
}
const isRefusal = ({ status }: JsonAnswer) => status === 403 || status === 404;

/** As a service that cannot answer says it. */
const unanswered = (): JsonAnswer => ({ status: 503, json: null, retryAfterMs: null });

interface Spent {
  readonly attempt: number;
  readonly waitedMs: number;
}

/** How long to wait before it is asked again; null: this is the answer. @throws AppError when waiting would not help */
function pauseAfter({ status, json, retryAfterMs }: JsonAnswer, { attempt, waitedMs }: Spent, patience: Patience): number | null {
  if (status !== 429 && status < 500) return null;
  if (errorOf(json)?.reason === "QUOTA_EXCEEDED") throw new AppError("unavailable", DAILY);
  const pauseMs = retryAfterMs === null ? backOffMs(PAUSES, attempt) : Math.max(retryAfterMs, PAUSES.firstMs);
  const isSpent = attempt + 1 >= patience.tries && waitedMs >= patience.lastsMs;
  if (!isSpent && pauseMs <= patience.pauseMaxMs) return pauseMs;
  throw new AppError("unavailable", status === 429 ? busyText(retryAfterMs) : UNREACHABLE);
}

function answered<T extends z.ZodType>(shape: T, path: string, { status, json }: JsonAnswer): z.output<T> {
  // Of a playlist's head: an id that cannot be one, as of an address that was cut off.
  if (status === 400 && /^\/v1\/playlists\/\w+$/.test(path)) throw new AppError("invalid-input", INVALID_PLAYLIST_URL);
  if (status === 400) throw new AppError("conflict", REFUSED);
  if (status === 401) throw new AppError("conflict", NOT_TAKEN);
  // 403 is for our own accounts: here it is the far one that may not.
  if (status === 403) throw new AppError("conflict", forbiddenText(path, messageOf({ json })));
  if (status === 404) throw new AppError("not-found", GONE);
  const parsed = shape.safeParse(json);
  if (status === 200 && parsed.success) return parsed.data;
  throw new AppError("unavailable", `Spotify answered something else than was asked for (${status}). Please try again later.`);
}

const errorOf = (json: unknown) => errorAnswer.safeParse(json).data?.error;
const messageOf = ({ json }: Pick<JsonAnswer, "json">) => (json === null ? null : (errorOf(json)?.message ?? ""));

/** Only where in the list it goes on is taken of the address: it leads nowhere else. A proxy may write its own path before it, or leave Spotify's as it is. */
function nextPath(next: string | null | undefined, root: string): string | null {
  if (!next || !URL.canParse(next)) return null;
  const { pathname, search } = new URL(next);
  const before = new URL(root).pathname.replace(/\/$/, "");
  return (pathname.startsWith(`${before}/`) ? pathname.slice(before.length) : pathname) + search;
}
