// What follows from each reason that YouTube may refuse a call with, and the words that are told: once more, letter by letter.
import { type CallName, reasonsOf } from "@nightjar/youtube-standin";

/** For as long as a test takes. */
export const LASTING = { times: 1e6 } as const;

interface Said {
  readonly follows: string;
  readonly words: string;
  /** What whoever asked for the call is told: that is not tried again by itself. */
  readonly toWhoAsked: string;
}
const said = (follows: string, words: string, toWhoAsked = words): Said => ({ follows, words, toWhoAsked });

const QUOTA = said(
  "quota",
  "The YouTube quota of this day is used up. Streams go on; YouTube is asked again after midnight in California.",
  "The YouTube quota of this day is used up. Try again after midnight in California.",
);
const TOO_FAST = said(
  "slower",
  "YouTube asks the studio to slow down. It is tried again by itself.",
  "YouTube asks the studio to slow down. Try again in a minute.",
);
const TROUBLE = said(
  "again",
  "YouTube has trouble of its own. It is tried again by itself.",
  "YouTube has trouble of its own. Try again in a minute.",
);
const BROADCAST_GONE = said(
  "gone",
  "The broadcast is not there any more at YouTube. A new one is made.",
  "The broadcast is not there any more at YouTube, so nothing was changed. The next Start makes a new one.",
);
const PERMISSIONS = said(
  "stuck",
  "The connected Google account may not manage this channel's live streams. Connect an account that owns the channel.",
);
const NO_CHANNEL = said("stuck", "This Google account has no YouTube channel. Make one at www.youtube.com, then connect again.");
const ACCOUNT_CLOSED = said(
  "stuck",
  "YouTube has closed or suspended the connected account. Sign in with it at www.youtube.com to see why, or connect another that owns the channel.",
);
const TOO_MANY_LIVE = said("stuck", "The channel has too many broadcasts live at once. End another one, then start again.");
const TITLE = said("stuck", "YouTube takes titles of 1 to 100 characters without < and >. Change the title and start again.");
const NO_PICTURE = said("stuck", "YouTube takes pictures of up to 2 MB, as JPEG. Choose another artwork.");
const OWN_FAULT = said("stuck", "YouTube did not understand what the studio asked. Start again; if that does not help, the log says more.");

const SAID: Readonly<Record<string, Said>> = {
  redundantTransition: said("done", "The broadcast is in that state already."),
  errorStreamInactive: said("wait", "YouTube does not receive the stream yet. It goes live as soon as it does."),
  invalidTransition: said("look", "The broadcast is in another state than expected. It is read again."),
  liveBroadcastBindingNotAllowed: said("look", "The broadcast is under way already. It is read again."),
  liveBroadcastDeletionNotAllowed: said("look", "The broadcast is under way. It is ended instead."),
  modificationNotAllowed: said("look", "YouTube does not let that be changed while the broadcast is under way."),
  liveBroadcastNotFound: BROADCAST_GONE,
  videoNotFound: BROADCAST_GONE,
  liveStreamNotFound: said(
    "keyless",
    "The stream key is not there any more at YouTube. A new one is made.",
    "The stream key is not there any more at YouTube. The next Start makes a new one.",
  ),
  channelNotFound: NO_CHANNEL,
  youtubeSignupRequired: NO_CHANNEL,
  authenticatedUserAccountClosed: ACCOUNT_CLOSED,
  authenticatedUserAccountSuspended: ACCOUNT_CLOSED,
  authError: said(
    "reconnect",
    "YouTube does not let the studio in any more. Connect the Google account again; what is on air stays on air meanwhile.",
  ),
  insufficientPermissions: said("reconnect", "The studio was not allowed to manage live streams. Connect again and allow it."),
  insufficientLivePermissions: PERMISSIONS,
  forbidden: PERMISSIONS,
  accountDelegationForbidden: PERMISSIONS,
  liveStreamingNotEnabled: said(
    "stuck",
    "Live streaming is not switched on for this channel. Switch it on at www.youtube.com/features, which takes YouTube up to 24 hours, then start again.",
  ),
  livePermissionBlocked: said(
    "stuck",
    "YouTube has blocked this channel from streaming live. Look at www.youtube.com/features for why and until when.",
  ),
  accessNotConfigured: said(
    "stuck",
    "The YouTube Data API is not switched on for this studio's Google client. Switch it on in the Google Cloud console.",
  ),
  concurrentBroadcastsExceedLimit: TOO_MANY_LIVE,
  sharedIngestionBroadcastsExceedLimit: TOO_MANY_LIVE,
  userBroadcastsExceedLimit: said("stuck", "The channel has made too many broadcasts in a short time. Wait some hours, then start again."),
  titleRequired: TITLE,
  invalidTitle: TITLE,
  invalidDescription: said("stuck", "YouTube takes descriptions of at most 5,000 characters without < and >. Change it and start again."),
  madeForKidsModificationNotAllowed: said(
    "stuck",
    "YouTube does not let it be changed whether this broadcast is made for children. Change the broadcast in YouTube Studio.",
  ),
  ...{ scheduledStartTimeRequired: OWN_FAULT, invalidScheduledStartTime: OWN_FAULT, scheduledEndTimeRequired: OWN_FAULT },
  ...{ invalidScheduledEndTime: OWN_FAULT, privacyStatusRequired: OWN_FAULT, invalidPrivacyStatus: OWN_FAULT },
  ...{ invalidAutoStart: OWN_FAULT, invalidAutoStop: OWN_FAULT, enableMonitorStreamRequired: OWN_FAULT },
  ...{ broadcastStreamDelayMsRequired: OWN_FAULT, invalidEmbedSetting: OWN_FAULT, invalidLatencyPreferenceOptions: OWN_FAULT },
  ...{ invalidProjection: OWN_FAULT, idRequired: OWN_FAULT, statusRequired: OWN_FAULT },
  ...{ cdnRequired: OWN_FAULT, ingestionTypeRequired: OWN_FAULT, invalidIngestionType: OWN_FAULT },
  ...{ resolutionRequired: OWN_FAULT, frameRateRequired: OWN_FAULT },
  invalidImage: NO_PICTURE,
  mediaBodyRequired: NO_PICTURE,
  uploadRateLimitExceeded: said("slower", "The channel has been given too many pictures in a short time. It is tried again by itself."),
  quotaExceeded: QUOTA,
  dailyLimitExceeded: QUOTA,
  userRequestsExceedRateLimit: TOO_FAST,
  rateLimitExceeded: TOO_FAST,
  userRateLimitExceeded: TOO_FAST,
  errorExecutingTransition: TROUBLE,
  backendError: TROUBLE,
  internalError: TROUBLE,
  serviceUnavailable: TROUBLE,
};

/** All that the documents let a call be refused with. @throws where nothing is written down of one */
export const refusals = (call: CallName) => reasonsOf(call).map(([reason, status]) => ({ reason, status, ...saidOf(reason) }));

function saidOf(reason: string): Said {
  const known = SAID[reason];
  if (!known) throw new Error(`nothing is written down of ${reason}`);
  return known;
}
