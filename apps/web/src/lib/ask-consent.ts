import { CONSENT, type Consent } from "./consent.ts";
import { UNREACHABLE } from "./errors.ts";
import { send } from "./send.ts";
import { readToken } from "./session.ts";
import { fieldsOf, textOf } from "./shape.ts";

/** A tab has one popup, which comes back for what it was opened for last. */
let hearNoMore = (): void => undefined;

/** Asks where a service's page of consent is, and hears from now on whether it was given. @returns the page's address @throws Error with a sentence */
export async function askConsent({ askPath, connected, success }: Consent): Promise<string> {
  hearNoMore();
  const url = await askWhere(askPath);
  hearOnce(success, new URL(url).searchParams.get("state"), connected);
  return url;
}

async function askWhere(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${readToken() ?? ""}` };
  const response = await send(path, { headers }, true).catch((cause: unknown) => {
    throw new Error(UNREACHABLE, { cause });
  });
  const answer = fieldsOf(await response.json().catch(() => null));
  const url = textOf(answer["authUrl"]);
  if (!response.ok || url === undefined) throw new Error(textOf(answer["message"]) ?? "The studio did not say where to connect.");
  return url;
}

/** Hears the popup from our own origin alone: by what it posts to its opener, or by the channel of all tabs, which says for whom it is. */
function hearOnce(success: string, state: string | null, connected: () => void): void {
  hearNoMore();
  const channel = new BroadcastChannel(CONSENT);
  const hear = (event: MessageEvent<unknown>) => {
    const expected = event.currentTarget === channel ? `${success} ${state}` : success;
    if (event.origin !== window.location.origin || event.data !== expected) return;
    hearNoMore();
    connected();
  };
  channel.addEventListener("message", hear);
  window.addEventListener("message", hear);
  hearNoMore = () => {
    channel.close();
    window.removeEventListener("message", hear);
  };
}
