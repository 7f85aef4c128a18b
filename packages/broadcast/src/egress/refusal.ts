export interface End {
  /** The far end is there and says no: a bad key, a stream taken. Otherwise it is away, or cannot be reached. */
  readonly isRefused: boolean;
  readonly sentence: string;
}

/** The first that matches says it: from what names its cause to what could be anything. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/Failed to resolve hostname|Name or service not known/i, "The destination's name cannot be found."],
  [/Connection refused/i, "Nothing answers at the destination's address."],
  [/Network is unreachable|No route to host/i, "The destination cannot be reached over the network."],
  [/\[tls @|Cannot open connection tls:/i, "A secure connection to the destination could not be made."],
  [/timed out/i, "The destination did not answer in time."],
  [/Cannot read RTMP handshake/i, "What answers at the destination's address does not speak RTMP."],
];

/** ffmpeg names the output only while it opens it: connected, but not allowed to publish. */
const NOT_OPENED = /^(?:rtmps?:\/\/\S+|.*Error opening output.*): /m;
const CLOSED = /Broken pipe|Connection reset|Input\/output error|End of file/i;

/** What is shorter may stand within any word. */
const TELLING_LENGTH = 8;
const NAMES_KEY = "The destination refused the stream. What it wrote holds the stream key, so it is not shown.";

/** The name of a parameter is no secret, as in "?bandwidthtest=true": only what it is set to. */
const PARAMETER = /[?&][a-z_-]+=(?=[^&=])/;
const SEPARATOR = /[?&/:,;=]/;

/**
 * Whether a far end's words hold the key, or eight characters of it in a row: it may name a part alone, or mask one, and ffmpeg cuts off what
 * is longer than 255 bytes. Words that by chance share as much are hidden as well, which is the lesser harm. Such words are not shown at all,
 * because what is cut out of a sentence can be read from what is left.
 */
function isTelling(words: string, streamKey: string): boolean {
  const text = plainAndDecoded(words).join("\n");
  return plainAndDecoded(streamKey).some((key) => holdsKey(text, key));
}

function holdsKey(text: string, key: string): boolean {
  const values = key.split(PARAMETER);
  const runs = values.flatMap((value) =>
    Array.from({ length: Math.max(0, value.length - TELLING_LENGTH + 1) }, (_, at) => value.slice(at, at + TELLING_LENGTH)),
  );
  const parts = values.flatMap((value) => value.split(SEPARATOR)).filter((part) => part !== "");
  // Beside a long one a short part is an application's name or a setting; where all are short, any may be the secret.
  const secrets = parts.some((part) => part.length >= TELLING_LENGTH) ? [key] : [key, ...parts];
  return runs.some((run) => text.includes(run)) || secrets.some((secret) => holdsWord(text, secret));
}

/** A short one as a word of its own. */
function holdsWord(text: string, secret: string): boolean {
  if (secret.length >= TELLING_LENGTH) return text.includes(secret);
  return ` ${text} `
    .split(secret)
    .some((_, index, parts) => index > 0 && isBoundary(parts[index - 1]?.at(-1)) && isBoundary(parts[index]?.at(0)));
}

/** In small letters, as it is and without percent-encoding. */
function plainAndDecoded(text: string): readonly [string, string] {
  const decoded = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return [text.toLowerCase(), decoded.toLowerCase()];
}

function isBoundary(character: string | undefined): boolean {
  return character !== undefined && !/[\p{L}\p{N}]/u.test(character);
}

/** What the end of a publisher means, from ffmpeg's messages; "Server error: …" is what the far end wrote. */
export function explainEnd(messages: string, streamKey: string): End {
  const serverError = /Server error: (.+)/.exec(messages)?.[1]?.trim();
  if (serverError && isTelling(serverError, streamKey)) return { isRefused: true, sentence: NAMES_KEY };
  if (serverError) return { isRefused: true, sentence: `The destination refused the stream: ${serverError}` };
  const known = SENTENCES.find(([pattern]) => pattern.test(messages));
  if (known) return { isRefused: false, sentence: known[1] };
  if (!CLOSED.test(messages)) return { isRefused: false, sentence: "The connection to the destination ended." };
  if (!NOT_OPENED.test(messages)) return { isRefused: false, sentence: "The destination closed the connection." };
  return { isRefused: true, sentence: "The destination refused the stream without a reason. Check its address and stream key." };
}
