const READ_WITHIN_MS = 60_000;

/** Hands a text to the browser as a download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]+/g, " ").trim() || "playlist.csv";
  link.click();
  // Once the browser has begun to read it: some do so only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), READ_WITHIN_MS);
}
