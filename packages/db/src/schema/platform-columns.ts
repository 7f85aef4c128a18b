import { text } from "drizzle-orm/sqlite-core";
import { flag, moment } from "./columns.ts";

/** The ingest address of the video platform, where none is told. */
export const PLATFORM_RTMP_URL = "rtmp://a.rtmp.youtube.com/live2";

/**
 * What a stream and the studio's settings know of the video platform and of cloud streaming.
 * `…Sealed` columns hold ciphertext of the SecretBox; no response carries them.
 */
export const platformColumns = () => ({
  ytLiveStreamId: text("yt_live_stream_id"),
  ytStreamKeySealed: text("yt_stream_key_sealed"),
  ytApiKeySealed: text("yt_api_key_sealed"),
  ytChannelId: text("yt_channel_id"),
  ytChannelName: text("yt_channel_name"),
  ytBroadcastId: text("yt_broadcast_id"),
  ytConnected: flag("yt_connected").notNull().default(false),
  ytAccessTokenSealed: text("yt_access_token_sealed"),
  ytRefreshTokenSealed: text("yt_refresh_token_sealed"),
  ytTokenExpiry: moment("yt_token_expiry"),
  streamUrl: text("stream_url"),
  rtmpUrl: text("rtmp_url").notNull().default(PLATFORM_RTMP_URL),
  cloudStreamId: text("cloud_stream_id"),
  cloudStreamKeySealed: text("cloud_stream_key_sealed"),
  cloudPlaybackUrl: text("cloud_playback_url"),
  cloudRtmpUrl: text("cloud_rtmp_url"),
  cloudStreamingEnabled: flag("cloud_streaming_enabled").notNull().default(false),
  streamProvider: text("stream_provider").notNull().default("youtube"),
});
