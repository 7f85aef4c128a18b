import { createListeners } from "@nightjar/kit";

/** What the studio shows on every screen of uploads that go on by themselves. */
export interface UploadsShown {
  readonly files: number;
  /** 0 to 1. */
  readonly share: number;
  /** The connection is lost; they go on when it is back. */
  readonly isHeld: boolean;
  readonly failed: number;
  /** Those that the screen of backgrounds lists: no dialog shows them any more. */
  readonly listed: number;
}

const { subscribe, tell } = createListeners();
let shown: UploadsShown | null = null;
let onLeave: () => void = () => undefined;

/** The frame of the studio knows no more of uploads than this: how they are done is loaded with the screen that begins one. */
export const uploadsShown = {
  subscribe,
  /** null: there is none. */
  snapshot: () => shown,
  tell(next: UploadsShown | null) {
    shown = next;
    tell();
  },
  /** Says what ends them when somebody signs out. */
  whenLeft(run: () => void) {
    onLeave = run;
  },
  leave: () => onLeave(),
};
