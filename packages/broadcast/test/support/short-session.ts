import { join } from "node:path";
import type { FeedTarget, PlayoutEvent } from "../../src/playout/protocol.ts";
import { PlayoutSession } from "../../src/playout/session.ts";
import { MemorySource, SILENCE, packets, pictures, segment } from "./synthetic.ts";

export const STEP_MS = 100;

const source = new MemorySource([SILENCE]);
// Three seconds each, with a second picture group in the middle.
const show = (index: number) => segment(index, source.add(pictures(`v${index}`, 2, 60, 500)), source.add(packets(`a${index}`, 141)));
const segments = [show(1), show(2), show(3), show(4)] as const;
let sessions = 0;

/** Twelve seconds of four tracks, from 0 ms on; a test ticks it. */
export function openShortSession(dir: string, feeds: readonly FeedTarget[], onEvent: (event: PlayoutEvent) => void): PlayoutSession {
  return new PlayoutSession(
    {
      ...{ type: "open", sessionId: "s", profileId: "1080p30", silence: SILENCE.ref, picture: segments[0].video, resume: null },
      ...{ videoHeader: Buffer.from([0x17, 0, 0, 0, 0, 1]), audioHeader: Buffer.from([0xaf, 0, 0x11, 0x90]) },
      ...{ segments, feeds: [...feeds], recordDir: join(dir, `record-${(sessions += 1)}`) },
    },
    source,
    0,
    onEvent,
  );
}
