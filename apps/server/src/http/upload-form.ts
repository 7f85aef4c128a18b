import type { IncomingFile, IncomingForm } from "@nightjar/api";
import { AppError } from "@nightjar/contract";
import busboy from "busboy";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** What comes after a refused file is read and thrown away, so that the client hears the answer; up to here. */
const DRAIN_MAX_BYTES = 512 * 1024 * 1024;
const LIMITS = { files: 1, fields: 20, parts: 30, fieldSize: 64 * 1024 };

export interface OpenedForm extends IncomingForm {
  /** Ends the reading, however far it came. */
  finish(): Promise<void>;
}

const incomplete = (cause: unknown) => new AppError("invalid-input", "The upload was incomplete", { cause });

/** A multipart form that is read as it comes, never held in memory, and only once it is asked for. */
export function openForm(request: Request): OpenedForm {
  let source: Readable | undefined;
  return {
    file(field) {
      source = request.body ? Readable.fromWeb(request.body as NodeReadableStream) : Readable.from([]);
      return readFile(source, request.headers.get("content-type") ?? "", field);
    },
    async finish() {
      if (!source || source.destroyed || source.readableEnded) return;
      source.unpipe();
      let sizeBytes = 0;
      try {
        for await (const chunk of source) {
          sizeBytes += (chunk as Uint8Array).byteLength;
          if (sizeBytes > DRAIN_MAX_BYTES) break;
        }
      } catch {
        // The client has gone: nobody is left to answer.
      }
    },
  };
}

function readFile(source: Readable, contentType: string, field: string): Promise<IncomingFile> {
  return new Promise((resolve, reject) => {
    let form: busboy.Busboy;
    try {
      form = busboy({ headers: { "content-type": contentType }, limits: LIMITS, defParamCharset: "utf8" });
    } catch (error) {
      return void reject(new AppError("invalid-input", `Send a multipart form with the field ${field}`, { cause: error }));
    }
    form.on("file", (name, body, info) => {
      // Whoever reads it is told there. Of one that nobody reads, or not yet, an error without a listener would end the process.
      body.on("error", () => undefined);
      if (name === field) resolve({ fileName: info.filename ?? "", body: whole(body) });
      else body.resume();
    });
    form.on("error", (error) => reject(incomplete(error)));
    form.on("close", () => reject(new AppError("invalid-input", `The form has no file in the field ${field}`)));
    source.on("error", (error) => form.destroy(error));
    source.pipe(form);
  });
}

/** A connection that breaks is the client's failure, not ours. */
async function* whole(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    throw incomplete(error);
  }
}
