import { UNREACHABLE } from "./errors.ts";
import { send } from "./send.ts";
import { readToken } from "./session.ts";
import { fieldsOf, textOf } from "./shape.ts";

/** The popup's name, and its second way back to the studio. */
const CHANNEL = "nightjar-consent";
const POPUP = "popup,width=600,height=700";

/**
 * Opens a service's page of consent beside the studio; within a press, or browsers keep it shut.
 * @param askPath the call that says where the page is
 * @throws Error with a sentence
 */
export async function openConsent(askPath: `/api/auth/${string}`): Promise<void> {
  const popup = window.open("about:blank", CHANNEL, POPUP);
  if (popup === null) throw new Error("The browser did not open the window. Allow popups for the studio and try again.");
  try {
    popup.location.href = await askWhere(askPath);
  } catch (error) {
    popup.close();
    throw error;
  }
}

async function askWhere(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${readToken() ?? ""}` };
  const response = await send(path, { headers }).catch((cause: unknown) => {
    throw new Error(UNREACHABLE, { cause });
  });
  const answer = fieldsOf(await response.json().catch(() => null));
  const url = textOf(answer["authUrl"]);
  if (!response.ok || url === undefined) throw new Error(textOf(answer["message"]) ?? "The studio did not say where to connect.");
  return url;
}

/** Hears a popup that has come back with this message, from our own origin alone. @returns ends it */
export function onConsent(success: `${string}-auth-success`, tell: () => void): () => void {
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin === window.location.origin && event.data === success) tell();
  };
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", hear);
  window.addEventListener("message", hear);
  return () => {
    channel.close();
    window.removeEventListener("message", hear);
  };
}
