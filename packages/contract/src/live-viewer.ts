/** Who watches what is sent, within the house. */
export interface LiveViewer {
  /** FLV: a file's header, the stream's own, and tags from a key picture on. */
  readonly shape: "flv";
  /** @returns false: it is too far behind, and is dropped */
  take(bytes: Uint8Array): boolean;
  /** Nothing more comes. */
  end(): void;
}

/** What is sent, as HLS. none: nothing is, or nothing came of it in time. full: too many streams are asked for at once. */
export type HlsAnswer = { readonly is: "playlist"; readonly text: string } | { readonly is: "none" | "full" };
