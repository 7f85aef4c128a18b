/** An error as the API answers it: developers.google.com/youtube/v3/live/docs/errors and /youtube/v3/docs/core_errors. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly domain: string;

  constructor(status: number, reason: string, message = reason, domain = "youtube.liveBroadcast") {
    super(message);
    this.status = status;
    this.reason = reason;
    this.domain = domain;
  }

  body() {
    const { status: code, message, domain, reason } = this;
    // Some answers of Google's own doors name none, and of a list an error may say no reason, the first as well.
    return {
      error: {
        code,
        message,
        ...(reason === ""
          ? {}
          : {
              errors: [
                { domain: "global", message },
                { domain, reason, message },
              ],
            }),
      },
    };
  }
}

/** The reasons that may come at any call, with the status they come with. */
const ANYWHERE: Readonly<Record<string, number>> = {
  ...{ quotaExceeded: 403, dailyLimitExceeded: 403, userRequestsExceedRateLimit: 403, rateLimitExceeded: 403, userRateLimitExceeded: 403 },
  ...{ forbidden: 403, insufficientPermissions: 403, accessNotConfigured: 403, authError: 401, youtubeSignupRequired: 401 },
  ...{ authenticatedUserAccountClosed: 403, authenticatedUserAccountSuspended: 403, accountDelegationForbidden: 403 },
  ...{ backendError: 500, internalError: 500, serviceUnavailable: 503 },
};
const LIVE: Readonly<Record<string, number>> = { insufficientLivePermissions: 403, liveStreamingNotEnabled: 403 };
/** Of what is said of a broadcast, where it is made as where it is changed. */
const SETTINGS: Readonly<Record<string, number>> = {
  ...{ invalidEmbedSetting: 400, invalidLatencyPreferenceOptions: 400, invalidProjection: 400, scheduledEndTimeRequired: 400 },
};

/** What each call may be refused with besides, as its page says. */
const AT_CALL = {
  "liveBroadcasts.insert": {
    ...LIVE,
    ...SETTINGS,
    ...{ livePermissionBlocked: 403, userBroadcastsExceedLimit: 403, titleRequired: 400, invalidTitle: 400, invalidDescription: 400 },
    ...{ scheduledStartTimeRequired: 400, invalidScheduledStartTime: 400, privacyStatusRequired: 400, invalidPrivacyStatus: 400 },
    ...{ invalidAutoStart: 400, invalidAutoStop: 400, invalidScheduledEndTime: 400 },
  },
  "liveBroadcasts.bind": {
    ...LIVE,
    ...{ liveBroadcastBindingNotAllowed: 403, liveBroadcastNotFound: 404, liveStreamNotFound: 404, idRequired: 400 },
  },
  "liveBroadcasts.transition": {
    ...LIVE,
    ...{ errorExecutingTransition: 500, errorStreamInactive: 403, invalidTransition: 403, redundantTransition: 403 },
    ...{
      concurrentBroadcastsExceedLimit: 403,
      sharedIngestionBroadcastsExceedLimit: 403,
      livePermissionBlocked: 403,
      liveBroadcastNotFound: 404,
      idRequired: 400,
      statusRequired: 400,
    },
  },
  "liveBroadcasts.list": { ...LIVE },
  "liveBroadcasts.update": {
    ...LIVE,
    ...SETTINGS,
    ...{ liveBroadcastNotFound: 404, modificationNotAllowed: 403, titleRequired: 400, invalidTitle: 400, invalidDescription: 400 },
    ...{ idRequired: 400, privacyStatusRequired: 400, scheduledStartTimeRequired: 400, enableMonitorStreamRequired: 400 },
    ...{ broadcastStreamDelayMsRequired: 400, invalidScheduledStartTime: 400, invalidScheduledEndTime: 400 },
    madeForKidsModificationNotAllowed: 403,
  },
  "liveBroadcasts.delete": { ...LIVE, ...{ liveBroadcastDeletionNotAllowed: 403, liveBroadcastNotFound: 404, idRequired: 400 } },
  "liveStreams.insert": {
    ...LIVE,
    ...{ cdnRequired: 400, ingestionTypeRequired: 400, invalidIngestionType: 400, titleRequired: 400, invalidTitle: 400 },
    ...{ resolutionRequired: 400, frameRateRequired: 400 },
  },
  "liveStreams.list": { ...LIVE, liveStreamNotFound: 404 },
  "videos.list": { videoNotFound: 404 },
  "channels.list": { channelNotFound: 404 },
  "thumbnails.set": { invalidImage: 400, mediaBodyRequired: 400, videoNotFound: 404, uploadRateLimitExceeded: 429 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

export type CallName = keyof typeof AT_CALL;
export const CALL_NAMES = Object.keys(AT_CALL) as readonly CallName[];

/** Every documented reason of a call, with its status. */
export function reasonsOf(call: CallName): readonly (readonly [reason: string, status: number])[] {
  const own: Readonly<Record<string, number>> = AT_CALL[call];
  return Object.entries({ ...ANYWHERE, ...own });
}
