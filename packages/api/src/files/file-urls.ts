import type { FileKind } from "../ports.ts";

/** Files of the data folder are named by their content: 64 hex digits and an ending. */
const NAME = /^([0-9a-f]{64})\.([a-z0-9]{1,5})$/;

export interface FileName {
  readonly kind: FileKind;
  readonly name: string;
  readonly sha256: string;
  readonly extension: string;
}

export const fileUrl = (kind: FileKind, name: string) => `/api/files/${kind}/${name}`;

export function parseFileName(kind: FileKind, name: string): FileName | null {
  const [, sha256, extension] = NAME.exec(name) ?? [];
  return sha256 === undefined || extension === undefined ? null : { kind, name, sha256, extension };
}

/** @returns null when the address is not one of ours of that kind */
export function parseFileUrl(kind: FileKind, url: string): FileName | null {
  const prefix = fileUrl(kind, "");
  return url.startsWith(prefix) ? parseFileName(kind, url.slice(prefix.length)) : null;
}
