/** Who watches what is sent, within the house. */
export interface LiveViewer {
  /** FLV: a file's header, the stream's own, and tags from a key picture on. */
  readonly shape: "flv";
  /** @returns false: it is too far behind, and is dropped */
  take(bytes: Uint8Array): boolean;
  /** Nothing more comes. */
  end(): void;
}
