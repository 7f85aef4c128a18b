import { UNREACHABLE } from "./errors.ts";

/** The popup's name, and its second way back to the studio. */
export const CONSENT = "nightjar-consent";
const POPUP = "popup,width=600,height=700";

export interface Consent {
  /** The call that says where the page is. */
  readonly askPath: `/api/auth/${string}`;
  readonly success: `${string}-auth-success`;
  /** Told once the popup has come back with that message; the other tabs of the studio are not. */
  readonly connected: () => void;
}

/** Opens a service's page of consent beside the studio; within a press, or browsers keep it shut. @throws Error with a sentence */
export async function openConsent(consent: Consent): Promise<void> {
  const popup = window.open("about:blank", CONSENT, POPUP);
  if (popup === null) throw new Error("The browser did not open the window. Allow popups for the studio and try again.");
  try {
    // Its code comes with the press: no first screen needs it.
    const { askConsent } = await import("./ask-consent.ts").catch((cause: unknown) => {
      throw new Error(UNREACHABLE, { cause });
    });
    popup.location.href = await askConsent(consent);
  } catch (error) {
    popup.close();
    throw error;
  }
}
