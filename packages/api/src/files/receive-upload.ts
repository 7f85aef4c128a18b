import { AppError } from "@nightjar/contract";
import type { Files, ReceivedFile } from "../ports.ts";

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

interface HasFiles {
  readonly files: Files;
}

const NAME_MAX_CHARS = 255;

/** What has come, under temporary names. */
export interface Upload<T> {
  readonly taken: T;
  readonly temporary: readonly ReceivedFile[];
}

/** What is made of the file under a temporary name too; `keep` has it discarded with the file. */
type TakeIn<T> = (received: ReceivedFile, fileName: string, keep: (made: ReceivedFile) => ReceivedFile) => Promise<T>;

/**
 * Streams the form's file to a temporary one and has a look at it; `discardUpload` is due for what comes of that.
 * @throws AppError 400 without the field, 413 beyond the limit
 */
export async function receiveUpload<T>(
  { files }: HasFiles,
  form: IncomingForm,
  { field, limitBytes, tooLarge }: UploadRules,
  takeIn: TakeIn<T>,
): Promise<Upload<T>> {
  const { fileName, body } = await form.file(field);
  const received = await files.receive(body, limitBytes);
  if (!received) throw new AppError("too-large", tooLarge);
  const temporary = [received];
  const keep = (made: ReceivedFile) => {
    temporary.push(made);
    return made;
  };
  try {
    return { taken: await takeIn(received, baseName(fileName) || field, keep), temporary };
  } catch (error) {
    for (const file of temporary) files.discard(file);
    throw error;
  }
}

/** What was not moved to its place is gone afterwards. */
export function discardUpload({ temporary }: Upload<unknown>, { services }: { readonly services: HasFiles }): void {
  for (const file of temporary) services.files.discard(file);
}

/** Some browsers send a path; nothing of it is used but the last part, and that only to be shown. */
function baseName(fileName: string): string {
  return (fileName.split(/[/\\]/).at(-1) ?? "").slice(0, NAME_MAX_CHARS);
}

/** Bytes of ours, in the form that uploads come in. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
