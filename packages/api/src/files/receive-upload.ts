import { AppError } from "@nightjar/contract";
import type { Services } from "../context.ts";
import type { ReceivedFile } from "../ports.ts";

/** One file of a multipart form, not read yet. */
export interface IncomingFile {
  readonly fileName: string;
  readonly body: AsyncIterable<Uint8Array>;
}
/** Opened only when the caller is known to be allowed. @throws AppError 400 when the form holds no such file */
export interface IncomingForm {
  file(field: string): Promise<IncomingFile>;
}

interface UploadRules {
  readonly field: string;
  readonly limitBytes: number;
  readonly tooLarge: string;
}

const NAME_MAX_CHARS = 255;

/**
 * Streams the form's file to a temporary one and hands it over; what was not published from there is gone afterwards.
 * @throws AppError 400 without the field, 413 beyond the limit
 */
export async function receiveUpload<T>(
  { files }: Pick<Services, "files">,
  form: IncomingForm,
  { field, limitBytes, tooLarge }: UploadRules,
  takeIn: (received: ReceivedFile, fileName: string) => Promise<T>,
): Promise<T> {
  const { fileName, body } = await form.file(field);
  const received = await files.receive(body, limitBytes);
  if (!received) throw new AppError("too-large", tooLarge);
  try {
    return await takeIn(received, baseName(fileName) || field);
  } finally {
    files.discard(received);
  }
}

/** Some browsers send a path; nothing of it is used but the last part, and that only to be shown. */
function baseName(fileName: string): string {
  return (fileName.split(/[/\\]/).at(-1) ?? "").slice(0, NAME_MAX_CHARS);
}

/** Bytes of ours, in the form that uploads come in. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
