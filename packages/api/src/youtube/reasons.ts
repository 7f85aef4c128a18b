import { AppError } from "@nightjar/contract";

/**
 * What follows from a refusal. done: it was so already · wait: as soon as YouTube receives us · look: read again and plan anew · gone: what was asked
 * for is not there any more · keyless: the ytStream is not · reconnect: somebody has to let us in again · quota: until midnight in California · slower: soon again, less often ·
 * again: YouTube's own trouble, or the network's; whether it was done is not known · unread: it was answered, and nobody knows what; nor whether it was
 * done · stuck: until somebody has changed something.
 */
export type Consequence = "done" | "wait" | "look" | "gone" | "keyless" | "reconnect" | "quota" | "slower" | "again" | "unread" | "stuck";

type OfTexts = readonly ("title" | "description")[];

interface Meaning {
  readonly consequence: Consequence;
  /** What to do, for the operator. */
  readonly sentence: string;
  /** Every call would be refused, whatever it says of which broadcast. */
  readonly isOfAccount?: boolean;
  /** Which of a broadcast's texts may be such as YouTube takes for none; where that is not one alone, it may be something else. */
  readonly ofTexts?: OfTexts;
}
const meaning = (consequence: Consequence, sentence: string): Meaning => ({ consequence, sentence });
const barred = (sentence: string): Meaning => ({ consequence: "stuck", sentence, isOfAccount: true });
const invalid = (sentence: string, ofTexts: OfTexts): Meaning => ({ consequence: "stuck", sentence, ofTexts });

const FEATURES = "www.youtube.com/features";
export const QUOTA = "The YouTube quota of this day is used up. Streams go on; YouTube is asked again after midnight in California.";
const RECONNECT = "YouTube does not let the studio in any more. Connect the Google account again; what is on air stays on air meanwhile.";
const NOT_ENABLED = `Live streaming is not switched on for this channel. Switch it on at ${FEATURES}, which takes YouTube up to 24 hours, then start again.`;
const PERMISSIONS = "The connected Google account may not manage this channel's live streams. Connect an account that owns the channel.";
const NO_CHANNEL = "This Google account has no YouTube channel. Make one at www.youtube.com, then connect again.";
const ACCOUNT_CLOSED =
  "YouTube has closed or suspended the connected account. Sign in with it at www.youtube.com to see why, or connect another that owns the channel.";
const TOO_MANY_LIVE = "The channel has too many broadcasts live at once. End another one, then start again.";
const TITLE = "YouTube takes titles of 1 to 100 characters without < and >. Change the title and start again.";
const DESCRIPTION = "YouTube takes descriptions of at most 5,000 characters without < and >. Change it and start again.";
const OWN_FAULT = "YouTube did not understand what the studio asked. Start again; if that does not help, the log says more.";
const NO_PICTURE = "YouTube takes pictures of up to 2 MB, as JPEG. Choose another artwork.";
const TOO_FAST = "YouTube asks the studio to slow down. It is tried again by itself.";
const TROUBLE = "YouTube has trouble of its own. It is tried again by itself.";
const UNREACHABLE = "YouTube could not be reached. It is tried again by itself; look at the studio's internet connection.";
const NOT_UNDERSTOOD =
  "YouTube answered something that the studio does not understand. Look for a newer version of the studio; the log says more.";
const BROADCAST_GONE = "The broadcast is not there any more at YouTube. A new one is made.";
const KEY_GONE = "The stream key is not there any more at YouTube. A new one is made.";

/** What is said instead where somebody has asked for it. */
const TO_ASKER: ReadonlyMap<string, string> = new Map([
  [QUOTA, "The YouTube quota of this day is used up. Try again after midnight in California."],
  [TOO_FAST, "YouTube asks the studio to slow down. Try again in a minute."],
  [TROUBLE, "YouTube has trouble of its own. Try again in a minute."],
  [UNREACHABLE, "YouTube could not be reached. Look at the studio's internet connection, and try again in a minute."],
  [BROADCAST_GONE, "The broadcast is not there any more at YouTube, so nothing was changed. The next Start makes a new one."],
  [KEY_GONE, "The stream key is not there any more at YouTube. The next Start makes a new one."],
]);
/** A refusal's sentence for whoever asked for the call: that is not tried again by itself. */
export const toAsker = (sentence: string): string => TO_ASKER.get(sentence) ?? sentence;

/** By the reason of the first error that names one, as the API's pages on errors have them. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  redundantTransition: meaning("done", "The broadcast is in that state already."),
  errorStreamInactive: meaning("wait", "YouTube does not receive the stream yet. It goes live as soon as it does."),
  invalidTransition: meaning("look", "The broadcast is in another state than expected. It is read again."),
  liveBroadcastBindingNotAllowed: meaning("look", "The broadcast is under way already. It is read again."),
  liveBroadcastDeletionNotAllowed: meaning("look", "The broadcast is under way. It is ended instead."),
  modificationNotAllowed: meaning("look", "YouTube does not let that be changed while the broadcast is under way."),
  liveBroadcastNotFound: meaning("gone", BROADCAST_GONE),
  videoNotFound: meaning("gone", BROADCAST_GONE),
  liveStreamNotFound: meaning("keyless", KEY_GONE),
  channelNotFound: barred(NO_CHANNEL),
  youtubeSignupRequired: barred(NO_CHANNEL),
  authenticatedUserAccountClosed: barred(ACCOUNT_CLOSED),
  authenticatedUserAccountSuspended: barred(ACCOUNT_CLOSED),
  authError: meaning("reconnect", RECONNECT),
  insufficientPermissions: meaning("reconnect", "The studio was not allowed to manage live streams. Connect again and allow it."),
  insufficientLivePermissions: barred(PERMISSIONS),
  forbidden: meaning("stuck", PERMISSIONS),
  accountDelegationForbidden: barred(PERMISSIONS),
  liveStreamingNotEnabled: barred(NOT_ENABLED),
  livePermissionBlocked: barred(`YouTube has blocked this channel from streaming live. Look at ${FEATURES} for why and until when.`),
  accessNotConfigured: barred(
    "The YouTube Data API is not switched on for this studio's Google client. Switch it on in the Google Cloud console.",
  ),
  concurrentBroadcastsExceedLimit: meaning("stuck", TOO_MANY_LIVE),
  sharedIngestionBroadcastsExceedLimit: meaning("stuck", TOO_MANY_LIVE),
  userBroadcastsExceedLimit: meaning(
    "stuck",
    "The channel has made too many broadcasts in a short time. Wait some hours, then start again.",
  ),
  titleRequired: invalid(TITLE, ["title"]),
  invalidTitle: invalid(TITLE, ["title"]),
  invalidDescription: invalid(DESCRIPTION, ["description"]),
  madeForKidsModificationNotAllowed: meaning(
    "stuck",
    "YouTube does not let it be changed whether this broadcast is made for children. Change the broadcast in YouTube Studio.",
  ),
  ...Object.fromEntries(
    [
      ...["scheduledStartTimeRequired", "invalidScheduledStartTime", "privacyStatusRequired", "invalidPrivacyStatus"],
      ...["invalidAutoStart", "invalidAutoStop", "idRequired", "statusRequired", "enableMonitorStreamRequired"],
      ...["broadcastStreamDelayMsRequired", "cdnRequired", "ingestionTypeRequired", "invalidIngestionType", "invalidScheduledEndTime"],
      ...["invalidEmbedSetting", "invalidLatencyPreferenceOptions", "invalidProjection", "scheduledEndTimeRequired"],
      ...["resolutionRequired", "frameRateRequired"],
    ].map((reason) => [reason, meaning("stuck", OWN_FAULT)]),
  ),
  invalidImage: meaning("stuck", NO_PICTURE),
  mediaBodyRequired: meaning("stuck", NO_PICTURE),
  uploadRateLimitExceeded: meaning("slower", "The channel has been given too many pictures in a short time. It is tried again by itself."),
  quotaExceeded: meaning("quota", QUOTA),
  dailyLimitExceeded: meaning("quota", QUOTA),
  userRequestsExceedRateLimit: meaning("slower", TOO_FAST),
  rateLimitExceeded: meaning("slower", TOO_FAST),
  userRateLimitExceeded: meaning("slower", TOO_FAST),
  errorExecutingTransition: meaning("again", TROUBLE),
  backendError: meaning("again", TROUBLE),
  internalError: meaning("again", TROUBLE),
  serviceUnavailable: meaning("again", TROUBLE),
  /** Ours: nobody answered. */
  unreachable: meaning("again", UNREACHABLE),
  /** Ours: what was answered is not as the documents have it. */
  unreadable: meaning("unread", NOT_UNDERSTOOD),
};

/** By the status alone, for reasons that stand on no page. */
function meaningOf(reason: string, status: number): Meaning {
  const known = Object.hasOwn(MEANINGS, reason) ? MEANINGS[reason] : undefined;
  if (known) return known;
  const name = reason.replaceAll(/[^\w.-]/g, "").slice(0, 60);
  if (status === 401) return meaning("reconnect", RECONNECT);
  // Of all that is sent only a picture can be too large, or of the wrong kind.
  if (status === 413 || status === 415) return meaning("stuck", NO_PICTURE);
  if (status === 429) return meaning("slower", TOO_FAST);
  if (status >= 500) return meaning("again", TROUBLE);
  const refused = `YouTube refused it (${name || status}). Start again; if that does not help, look into YouTube Studio.`;
  // Of what is sent it is most likely what people have written.
  return status === 400 ? invalid(refused, ["title", "description"]) : meaning("stuck", refused);
}

/** What another try alone does not help. */
export const STANDS: ReadonlySet<Consequence> = new Set(["stuck", "unread", "reconnect", "gone", "keyless"]);

/** YouTube refused a call, or could not be asked. Its message is a sentence for the operator. */
export class YouTubeError extends AppError {
  readonly reason: string;
  /** Of HTTP. */
  readonly status: number;
  readonly consequence: Consequence;
  readonly isOfAccount: boolean;
  readonly ofTexts: OfTexts;

  constructor(reason: string, status: number, extra: { cause?: unknown } = {}) {
    const { sentence, consequence, isOfAccount = false, ofTexts = [] } = meaningOf(reason, status);
    super(STANDS.has(consequence) ? "conflict" : "unavailable", sentence, extra);
    this.reason = reason;
    this.status = status;
    this.consequence = consequence;
    this.isOfAccount = isOfAccount;
    this.ofTexts = ofTexts;
  }
}
