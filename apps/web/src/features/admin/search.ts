import type { User, UserStatus } from "@nightjar/contract";
import { addressTextOf, oneOf } from "../../lib/shape.ts";

export const STATUSES: readonly UserStatus[] = ["pending", "approved", "rejected"];
export const USER_SORTS = [
  { value: "newest", label: "Newest First" },
  { value: "oldest", label: "Oldest First" },
  { value: "email", label: "E-mail" },
] as const;
export type UserSort = (typeof USER_SORTS)[number]["value"];

/** What the address of /admin carries: what the list of users is narrowed by, its order, and its page. */
export interface AdminSearch {
  readonly search?: string | undefined;
  readonly status?: UserStatus | undefined;
  /** The newest first unless given. */
  readonly sort?: UserSort | undefined;
  /** From 2; the first unless given. */
  readonly page?: number | undefined;
}

export function adminSearch(given: Record<string, unknown>): AdminSearch {
  const { search, status, sort, page } = given;
  const sorts = USER_SORTS.map(({ value }) => value).filter((value) => value !== "newest");
  return {
    search: addressTextOf(search) || undefined,
    status: oneOf(STATUSES, status),
    sort: oneOf(sorts, sort),
    page: typeof page === "number" && Number.isInteger(page) && page > 1 ? page : undefined,
  };
}

export const USERS_A_PAGE = 50;

export interface ShownUsers {
  readonly users: readonly User[];
  /** On all pages. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

const byEmail = new Intl.Collator("en", { numeric: true });
export const USER_ORDERS: Readonly<Record<UserSort, (a: User, b: User) => number>> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
  email: (a, b) => byEmail.compare(a.email, b.email),
};

/** What an address shows of all users. A page behind the last is the last. */
export function shownUsers(all: readonly User[], { search = "", status, sort = "newest", page = 1 }: AdminSearch): ShownUsers {
  const term = search.trim().toLowerCase();
  const fitting = all.filter((user) => user.email.toLowerCase().includes(term) && (status === undefined || user.status === status));
  const pages = Math.max(1, Math.ceil(fitting.length / USERS_A_PAGE));
  const at = Math.min(page, pages);
  const users = fitting.toSorted(USER_ORDERS[sort]).slice((at - 1) * USERS_A_PAGE, at * USERS_A_PAGE);
  return { users, total: fitting.length, page: at, pages };
}
