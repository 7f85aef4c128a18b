import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";

const url = (what: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
      `must be ${what} beginning with http:// or https://`,
    );
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);
const onOff = z
  .enum(["on", "off", "true", "false", "1", "0"], { error: "must be on or off" })
  .transform((value) => value === "on" || value === "true" || value === "1");
const service = (fallback: string) =>
  url("an address")
    .default(fallback)
    .transform((value) => value.replace(/\/+$/, ""));

const shape = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  /** No URL holds a zone: no browser, and no publisher of a test stream, would be led there. */
  HOST: z
    .string()
    .regex(/^[^%]*$/, "must have no zone, as %eth0: set it to 0.0.0.0 or ::, and PUBLIC_URL to where people reach the studio")
    .default("0.0.0.0"),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((value) => resolve(value)),
  PUBLIC_URL: url("the address the studio is reached at,")
    .transform((value) => value.replace(/\/+$/, ""))
    .optional(),
  TRUST_PROXY: onOff.default(false),
  METRICS_TOKEN: z.string().optional(),
  ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").optional(),
  FFMPEG_PATH: z.string().default("ffmpeg"),
  FFPROBE_PATH: z.string().default("ffprobe"),
  RTMP_PORT: wholeNumber(1, 65_535).default(1935),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  RENDER_CONCURRENCY: wholeNumber(1, 64).default(Math.max(2, availableParallelism() - 1)),
  /** Not set: the engine takes its share of what is free. */
  CACHE_MAX_GB: wholeNumber(1, 1_000_000).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  YOUTUBE_API_ROOT: service("https://www.googleapis.com"),
  GOOGLE_AUTH_URL: service("https://accounts.google.com/o/oauth2/v2/auth"),
  GOOGLE_TOKEN_URL: service("https://oauth2.googleapis.com/token"),
  GOOGLE_REVOKE_URL: service("https://oauth2.googleapis.com/revoke"),
  SPOTIFY_CLIENT_ID: z.string().optional(),
  SPOTIFY_CLIENT_SECRET: z.string().optional(),
  SPOTIFY_API_ROOT: service("https://api.spotify.com"),
  SPOTIFY_ACCOUNTS_ROOT: service("https://accounts.spotify.com"),
  DEEZER_API_ROOT: service("https://api.deezer.com"),
  MUSICBRAINZ_API_ROOT: service("https://musicbrainz.org"),
  COVERART_API_ROOT: service("https://coverartarchive.org"),
  SMTP_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol), "must begin with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: z.string().default("Nightjar <nightjar@localhost>"),
  /** Where ffmpeg and ffprobe are looked for. */
  PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
});

/** Every variable there is, for README's table and its test. */
export const CONFIG_VARIABLES: readonly string[] = Object.keys(shape.shape);

export type Config = Readonly<z.output<typeof shape>>;

/** One line that names the variable and what it should be. The value itself may be a secret and is not told. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads the environment, once. An empty variable counts as not set. @throws ConfigError */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""));
  const parsed = shape.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${issue?.path.join(".")} ${issue?.message}`);
}
