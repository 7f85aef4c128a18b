import type { AutoSwitch, StreamHead } from "@nightjar/contract";
import { named } from "./named.ts";

// What a press changes on air at once, in the words of the streams' own dialogs. Null: nothing, and nobody is asked.

type Titled = Pick<StreamHead, "title" | "isLive">;
type Stream = Titled & Pick<StreamHead, "activeBackgroundId" | "autoSwitch" | "transition">;

/** So many are named that the sentence is read also on a phone. */
const NAMED = 3;

export const UNREAD_TEXT = "Which streams are live could not be read: what this changes on air is not known.";

/** "Night Shift is live" and what that means, or the same of several. */
function ofLive(streams: readonly Titled[], one: string, several: string): string | null {
  const titles = streams.filter(({ isLive }) => isLive).map(({ title }) => title);
  if (titles.length === 0) return null;
  return `${named(titles, NAMED)} ${titles.length === 1 ? `is live${one}` : `are live${several}`}`;
}

/** Of those that show the active background, whichever that is. */
export const activationText = (background: string, streams: readonly Stream[]): string | null =>
  ofLive(
    streams.filter(({ activeBackgroundId }) => activeBackgroundId === null),
    ` without a background of its own: its picture changes on air as soon as you set “${background}” active.`,
    ` without a background of their own: their pictures change on air as soon as you set “${background}” active.`,
  );

/** Of those given, which show the background by their own choice, as the active one, or because it has its turn now. */
export const deletionOnAirText = (streams: readonly Titled[]): string | null =>
  ofLive(
    streams,
    ": its picture changes on air as soon as you delete the background.",
    ": their pictures change on air as soon as you delete the background.",
  );

/** Of those that have not chosen both by themselves. */
export const settingsText = (streams: readonly Stream[]): string | null =>
  ofLive(
    streams.filter(({ autoSwitch, transition }) => autoSwitch === null || transition === null),
    " and follows these settings: what you choose holds on air as soon as you choose it.",
    " and follow these settings: what you choose holds on air as soon as you choose it.",
  );

/** Of those that a new background comes into by itself. @param studio what holds where a stream has not chosen */
export const newTurnText = (streams: readonly Stream[], studio: AutoSwitch): string | null =>
  ofLive(
    streams.filter(({ autoSwitch }) => (autoSwitch ?? studio) !== "never"),
    " and shows all backgrounds in turn: a new one has its turn on air, too.",
    " and show all backgrounds in turn: a new one has its turn on air, too.",
  );
