/** Constants of the specification (part 1 section 9, part 2 section 9), named once for server and screens. */
export const MB = 1024 * 1024;
export const AUDIO_UPLOAD_MAX_BYTES = 50 * MB;
/** Of bulk upload, for which the specification states none: an hour of stereo at 24 bits and 96 kHz. */
export const MASTER_UPLOAD_MAX_BYTES = 2048 * MB;
export const MASTER_SIZE_TEXT = "File size must be less than 2 GB";
export const VIDEO_UPLOAD_MAX_BYTES = 100 * MB;
export const PICTURE_UPLOAD_MAX_BYTES = 10 * MB;
export const REGISTER_PASSWORD_MIN_CHARS = 8;
export const NEW_PASSWORD_MIN_CHARS = 6;
export const REGISTER_REDIRECT_MS = 3000;
export const UPLOAD_DIALOG_CLOSE_MS = 1500;
/** Of the upload dialog of backgrounds. */
export const VIDEO_DIALOG_CLOSE_MS = 1000;
export const HOURS_STREAMED_WHEN_LIVE = 24;
export const LIVE_REFRESH_MS = 5000;
export const TEST_STATUS_POLL_MS = 3000;
export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = "F8";
export const TOOLTIP_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
/** As many calls go in one request: more go in several. */
export const BATCH_CALLS_MAX = 50;
export const CACHE_LIFETIME_MS = 5 * 60 * 1000;
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** How long a link to reset a password works. */
export const RESET_LIFETIME_MS = 60 * 60 * 1000;
export const SESSION_COOKIE = "nightjar_session";
/** Names a browser while it is at a foreign service's page of consent. */
export const CONSENT_COOKIE = "nightjar_consent";
