const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";

/** Every address of what is sent as FLV has one of the same as HLS beside it. */
export const hlsAddressOf = (flvUrl: string) => flvUrl.replace(/\.flv$/, ".m3u8");

/** Browsers of iPhones do, also those without Media Source Extensions. */
export const canPlayHls = (video: Pick<HTMLVideoElement, "canPlayType">) => video.canPlayType(PLAYLIST_TYPE) !== "";

/** The element plays it by itself. @param onOver nothing more comes, or it could not be played @returns the way to leave */
export function playHls(video: HTMLVideoElement, url: string, onOver: () => void): () => void {
  const ends = ["ended", "error"] as const;
  for (const name of ends) video.addEventListener(name, onOver);
  video.src = url;
  return () => {
    for (const name of ends) video.removeEventListener(name, onOver);
    // Without a source it fetches nothing more.
    video.removeAttribute("src");
    video.load();
  };
}
