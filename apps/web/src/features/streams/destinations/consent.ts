import { fieldsOf, textOf } from "../../../lib/shape.ts";
import { readToken } from "../../../lib/session.ts";
import { send } from "../../../lib/send.ts";

/** What the popup tells when it has come back, and its second way there. */
const SUCCESS = "youtube-auth-success";
const CHANNEL = "nightjar-consent";
const POPUP = "popup,width=600,height=700";

/** Where to send the popup. @throws Error with the server's sentence */
async function askWhere(streamId: string): Promise<string> {
  const response = await send(`/api/auth/youtube/connect?streamId=${encodeURIComponent(streamId)}`, {
    headers: { authorization: `Bearer ${readToken() ?? ""}` },
  });
  const answer = fieldsOf(await response.json().catch(() => null));
  const url = textOf(answer["authUrl"]);
  if (!response.ok || url === undefined) throw new Error(textOf(answer["message"]) ?? "The studio did not say where to connect.");
  return url;
}

/** Opens Google's page of consent beside the studio; within a press, or browsers keep it shut. @throws Error with a sentence */
export async function openConsent(streamId: string): Promise<void> {
  const popup = window.open("about:blank", "nightjar-consent", POPUP);
  if (popup === null) throw new Error("The browser did not open the window. Allow popups for the studio and try again.");
  try {
    popup.location.href = await askWhere(streamId);
  } catch (error) {
    popup.close();
    throw error;
  }
}

/** Hears a popup that has come back, from our own origin alone. @returns ends it */
export function onConsent(tell: () => void): () => void {
  const hear = (event: MessageEvent<unknown>) => {
    if (event.origin === window.location.origin && event.data === SUCCESS) tell();
  };
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", hear);
  window.addEventListener("message", hear);
  return () => {
    channel.close();
    window.removeEventListener("message", hear);
  };
}
