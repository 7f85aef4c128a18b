import type { GrantId } from "@nightjar/contract";
import { type AskNeeds, askYouTube } from "./ask.ts";
import type { Page, YouTubeApi } from "./port.ts";
import { YouTubeError } from "./reasons.ts";

/** So many pages of fifty nobody has: only so that what goes round in circles ends. */
const PAGES_AT_MOST = 200;

interface Described {
  readonly description: string;
}

interface Listing<T> {
  readonly method: "ownBroadcasts" | "ownStreams";
  list(api: YouTubeApi, token: string, page: string | null): Promise<Page<T>>;
  /** Of ours, in its description. */
  readonly mark: string;
}

/** Looks through all that an account has, page by page, each of which is a call; null: it is not among them. */
export async function findOwn<T extends Described>(
  needs: AskNeeds,
  grant: GrantId | null,
  { list, mark, method }: Listing<T>,
): Promise<T | null> {
  let page: string | null = null;
  for (let count = 0; count < PAGES_AT_MOST; count += 1) {
    const from: string | null = page;
    const told: Page<T> = await askYouTube(needs, grant, method, (api, token) => list(api, token, from));
    const found = told.items.find(({ description }) => description.includes(mark));
    if (found !== undefined) return found;
    // It is there: what is made because it cannot be read would be a second one.
    if (told.unread?.some((text) => text.includes(mark))) throw new YouTubeError("unreadable", 502);
    if (told.next === null) return null;
    page = told.next;
  }
  return null;
}
