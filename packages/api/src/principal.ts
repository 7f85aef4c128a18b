import type { User } from "@nightjar/contract";

/** Whoever a request was recognised as. */
export interface Principal {
  readonly user: User;
  /** SHA-256 of the session's token: names the session without being able to use it. */
  readonly sessionKey: string;
}
