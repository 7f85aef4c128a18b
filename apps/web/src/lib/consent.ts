import { UNREACHABLE } from "./errors.ts";
import { send } from "./send.ts";
import { readToken } from "./session.ts";
import { fieldsOf, textOf } from "./shape.ts";

/** The popup's name, and its second way back to the studio. */
const CHANNEL = "nightjar-consent";
const POPUP = "popup,width=600,height=700";

interface Consent {
  /** The call that says where the page is. */
  readonly askPath: `/api/auth/${string}`;
  readonly success: `${string}-auth-success`;
  /** Told once the popup has come back with that message; the other tabs of the studio are not. */
  readonly connected: () => void;
}

/** A tab has one popup, which comes back for what it was opened for last. */
let hearNoMore = (): void => undefined;

/** Opens a service's page of consent beside the studio; within a press, or browsers keep it shut. @throws Error with a sentence */
export async function openConsent({ askPath, connected, success }: Consent): Promise<void> {
  const popup = window.open("about:blank", CHANNEL, POPUP);
  if (popup === null) throw new Error("The browser did not open the window. Allow popups for the studio and try again.");
  hearNoMore();
  try {
    const url = await askWhere(askPath);
    hearOnce(success, new URL(url).searchParams.get("state"), connected);
    popup.location.href = url;
  } catch (error) {
    popup.close();
    throw error;
  }
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
  const channel = new BroadcastChannel(CHANNEL);
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
