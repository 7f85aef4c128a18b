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

/** A key as short as this may stand within any word. */
const SHORT_KEY_LENGTH = 8;
const NAMES_KEY = "The destination refused the stream. What it wrote holds the stream key, so it is not shown.";

/**
 * Whether a far end's words hold the key: a short one as a word of its own. Such words are not shown at all, because what is cut
 * out of a sentence can be read from what is left.
 */
function isTelling(words: string, streamKey: string): boolean {
  const key = streamKey.toLowerCase();
  const text = words.toLowerCase();
  if (key.length >= SHORT_KEY_LENGTH) return text.includes(key);
  return ` ${text} `
    .split(key)
    .some((_, index, parts) => index > 0 && isBoundary(parts[index - 1]?.at(-1)) && isBoundary(parts[index]?.at(0)));
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
