import { z } from "zod";

/** What a popup shows that comes back from a service, and what it tells who opened it. */
export const consentPage = z.object({
  title: z.string(),
  sentence: z.string(),
  /** Posted to our own origin alone. */
  message: z.string(),
});
export type ConsentPage = z.infer<typeof consentPage>;

/** @param message null: it came to nothing */
interface ShownPage extends Omit<ConsentPage, "message"> {
  readonly message: string | null;
}
/** What it shows where a connection came to nothing. */
export const notConnected = (sentence: string): ShownPage => ({ title: "Not connected", sentence, message: null });

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Its script is a file of the studio's, apps/web/public/consent.js: pages of ours run none that stands in them. */
export function consentHtml({ title, sentence, message }: ShownPage): string {
  const told = message === null ? "" : ` data-message="${escaped(message)}"`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;gap:1rem;padding:2rem;font:1rem/1.5 system-ui,sans-serif;background:#0b0d12;color:#e6e8ee}
h1{margin:0;font-size:1.25rem}p{margin:0;max-width:32rem}button{justify-self:start;font:inherit;padding:.5rem 1rem}</style>
<script src="/consent.js" defer></script>
</head>
<body${told}>
<h1>${escaped(title)}</h1>
<p>${escaped(sentence)}</p>
<button type="button">Close</button>
</body>
</html>
`;
}
