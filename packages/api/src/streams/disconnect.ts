/** Disconnecting clears the flag, channel, tokens, broadcast, key and addresses of the video platform. */
export const disconnectedFields = {
  ytConnected: false,
  ytGrantId: null,
  ytChannelId: null,
  ytChannelName: null,
  ytAccessTokenSealed: null,
  ytRefreshTokenSealed: null,
  ytTokenExpiry: null,
  ytBroadcastId: null,
  ytLiveStreamId: null,
  ytStreamKeySealed: null,
  ytBackupUrl: null,
  streamUrl: null,
} as const;
