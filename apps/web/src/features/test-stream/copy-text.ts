/** Puts a text on the clipboard, also where a page that was not fetched over https may not. @returns whether it could be */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** By the browser's own command, which asks the page what to copy. */
function copyByEvent(text: string): boolean {
  const bring = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", bring, { once: true });
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", bring);
  return isCopied;
}
