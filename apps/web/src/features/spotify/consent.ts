import { fieldsOf, textOf } from "../../lib/shape.ts";
import { send } from "../../lib/send.ts";
import { readToken } from "../../lib/session.ts";

/** What the popup tells when it has come back; the channel is its second way here. */
const SUCCESS = "spotify-auth-success";
const CHANNEL = "nightjar-consent";
const POPUP = "popup,width=600,height=700";

/** Opens Spotify's page of consent beside the studio; within a press, or browsers keep it shut. @throws Error with a sentence */
export async function openSpotifyConsent(): Promise<void> {
  const popup = window.open("about:blank", CHANNEL, POPUP);
  if (popup === null) throw new Error("The browser did not open the window. Allow popups for the studio and try again.");
  try {
    popup.location.href = await askWhere();
  } catch (error) {
    popup.close();
    throw error;
  }
}

async function askWhere(): Promise<string> {
  const response = await send("/api/auth/spotify/connect", { headers: { authorization: `Bearer ${readToken() ?? ""}` } });
  const answer = fieldsOf(await response.json().catch(() => null));
  const url = textOf(answer["authUrl"]);
  if (!response.ok || url === undefined) throw new Error(textOf(answer["message"]) ?? "The studio did not say where to connect.");
  return url;
}

/** Hears a popup that has come back, from our own origin alone. @returns ends it */
export function onSpotifyConsent(tell: () => void): () => void {
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
