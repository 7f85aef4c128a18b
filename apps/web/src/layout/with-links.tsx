/** The addresses that the server's sentences name, with or without their scheme. */
const ADDRESS = /((?:https:\/\/)?www\.youtube\.com\b(?:\/[\w/?=-]*\w)?)/;

/** A sentence of the server's, whose addresses at YouTube can be pressed: nobody types one on a phone. */
export function WithLinks({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, at) =>
    // What was split at stands at each second place.
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part.replace(/^(?!https:)/, "https://")} target="_blank" rel="noreferrer" className="wrap-anywhere underline">
        {part}
      </a>
    ),
  );
}
