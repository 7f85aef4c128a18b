import { createListeners, oneAtATime } from "@nightjar/kit";

export interface ToldPicture {
  readonly name: string;
  /** When it was on air, on this machine's clock. */
  readonly airedAtMs: number;
  /** null: not known yet. */
  readonly sessionId: string | null;
}

/** @throws when it does not come, or is not wanted any more */
export type LoadPicture = (name: string, signal: AbortSignal) => Promise<unknown>;

/**
 * Has pictures come one at a time. Of those that are told of while one is on its way only the newest is loaded behind it: on a line slower
 * than they are told they come late, and come all the same.
 */
export class NewestPicture {
  readonly #load: LoadPicture;
  readonly #news = createListeners();
  readonly #loads = oneAtATime({ next: () => this.#next(), onIdle: () => undefined });
  #wanted: ToldPicture | null = null;
  #arrived: ToldPicture | null = null;
  #unwanted = new AbortController();

  constructor(load: LoadPicture) {
    this.#load = load;
  }

  readonly subscribe = this.#news.subscribe;
  /** The one before stays until a newer one is there, so that nothing flickers, and grows older. null: none has come. */
  readonly arrived = (): ToldPicture | null => this.#arrived;

  /** At each look, of the same picture too: it is as new as that, and one that did not come is tried again. */
  tell(picture: ToldPicture): void {
    if (picture.name === this.#arrived?.name) this.#show(picture);
    this.#wanted = picture;
    this.#loads.kick();
  }

  /** Nobody looks any more: what is on its way may stay away. */
  readonly leave = (): void => {
    this.#wanted = null;
    this.#unwanted.abort();
    this.#unwanted = new AbortController();
  };

  /** What has come is of the past. */
  readonly forget = (): void => {
    this.leave();
    if (this.#arrived) this.#show(null);
  };

  #next(): (() => Promise<void>) | null {
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted === null || wanted.name === this.#arrived?.name) return null;
    const { signal } = this.#unwanted;
    return async () => {
      await this.#load(wanted.name, signal);
      if (!signal.aborted) this.#show(this.#wanted?.name === wanted.name ? this.#wanted : wanted);
    };
  }

  #show(picture: ToldPicture | null): void {
    this.#arrived = picture;
    this.#news.tell();
  }
}

/** Of this session, as far as is known. @param sessionId null: not known */
export function ofSession(arrived: ToldPicture | null, sessionId: string | null): ToldPicture | null {
  const isOther = arrived !== null && arrived.sessionId !== null && sessionId !== null && arrived.sessionId !== sessionId;
  return isOther ? null : arrived;
}
