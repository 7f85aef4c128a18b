import { canPlayHls, hlsAddressOf, playHls } from "./hls-player.ts";
import { LATENCY_SECONDS, nearNow } from "./near-now.ts";

/** Fetched when somebody wants to watch, and never before. */
export const fetchPlayer = () => import("mpegts.js");

export interface FlvPlaying {
  /** Leaves: nothing is fetched any more. */
  end(): void;
}

export interface FlvWishes {
  /** From now on the element can be played: to ask it before would be forgotten with its old source. */
  readonly onAttached: () => void;
  /** Nothing more comes, or what came could not be played: whoever still wants to watch begins anew. */
  readonly onEnd: () => void;
  /** This browser cannot play it at all. */
  readonly onUnsupported: () => void;
}

/** Plays FLV over HTTP in a video element, as it comes, or the same as HLS where the browser plays nothing else. The element's own `play` is the caller's. */
export function playFlv(video: HTMLVideoElement, url: string, { onAttached, onEnd, onUnsupported }: FlvWishes): FlvPlaying {
  let isOver = false;
  let close = () => {};
  const end = () => {
    if (isOver) return;
    isOver = true;
    close();
  };
  const over = () => {
    if (isOver) return;
    isOver = true;
    // Without its source the element would not say any more whether it was paused.
    onEnd();
    close();
  };
  const begin = async () => {
    const { default: mpegts } = await fetchPlayer();
    if (isOver) return;
    if (!mpegts.isSupported()) {
      if (!canPlayHls(video)) return onUnsupported();
      close = playHls(video, hlsAddressOf(url), over);
      return onAttached();
    }
    mpegts.LoggingControl.enableAll = false;
    const player = mpegts.createPlayer(
      { type: "flv", isLive: true, url: new URL(url, location.href).href },
      // What comes is shown as soon as it can be; who is behind after a pause of the machine catches up.
      {
        enableStashBuffer: false,
        lazyLoad: false,
        deferLoadAfterSourceOpen: false,
        autoCleanupSourceBuffer: true,
        liveSync: true,
        liveSyncMaxLatency: 8,
        liveSyncTargetLatency: LATENCY_SECONDS,
      },
    );
    const leave = nearNow(video, over);
    close = () => {
      leave();
      player.destroy();
    };
    player.on(mpegts.Events.ERROR, over);
    player.on(mpegts.Events.LOADING_COMPLETE, over);
    player.attachMediaElement(video);
    player.load();
    onAttached();
  };
  begin().catch(over);
  return { end };
}
