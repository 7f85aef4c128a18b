/**
 * Tells a destination that said no (a bad key, a stream taken) from one that is not there. Status codes of RTMP servers
 * in ffmpeg's messages: "Server error: …" is what the far end wrote.
 */
export function explainEnd(messages: string): { readonly isRefused: boolean; readonly sentence: string } {
  const serverError = /Server error: (.+)/.exec(messages)?.[1]?.trim();
  if (serverError) return { isRefused: true, sentence: `The destination refused the stream: ${serverError}` };
  if (/Connection refused/i.test(messages)) return { isRefused: false, sentence: "Nothing answers at the destination's address." };
  if (/Failed to resolve hostname|Name or service not known/i.test(messages)) {
    return { isRefused: false, sentence: "The destination's name cannot be found." };
  }
  if (/timed out/i.test(messages)) return { isRefused: false, sentence: "The destination did not answer in time." };
  if (/Broken pipe|Connection reset|Input\/output error/i.test(messages))
    return { isRefused: false, sentence: "The destination closed the connection." };
  return { isRefused: false, sentence: "The connection to the destination ended." };
}
