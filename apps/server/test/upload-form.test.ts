import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openForm } from "../src/http/upload-form.ts";
import { settled, uncaughtErrors } from "./support/uncaught.ts";

const INCOMPLETE = { code: "invalid-input", message: "The upload was incomplete" };

/** A form of which the beginning has come, and that breaks off when it is told to. */
function formWith(field: string) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (controller = own) });
  const head = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="x.wav"\r\n\r\n`;
  controller?.enqueue(Buffer.from(`${head}${"x".repeat(4096)}`));
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const form = openForm(new Request("http://studio.example/", { method: "POST", headers, body, duplex: "half" }));
  return { form, breakOff: () => controller?.error(new Error("aborted")) };
}

describe("a form that breaks off", () => {
  it("in a file of another field than is asked for is refused, and the server goes on", async () => {
    const uncaught = uncaughtErrors();
    const { form, breakOff } = formWith("video");
    const file = form.file("audio").catch((error: unknown) => error);
    await settled();
    breakOff();
    expect(await file).toMatchObject(INCOMPLETE);
    await settled();
    expect(uncaught).toEqual([]);
  });

  it("before anybody reads its file is told to whoever reads it then, and the server goes on", async () => {
    const uncaught = uncaughtErrors();
    const { form, breakOff } = formWith("audio");
    const { body } = await form.file("audio");
    breakOff();
    await settled();
    await expect(Readable.from(body).toArray()).rejects.toMatchObject(INCOMPLETE);
    expect(uncaught).toEqual([]);
  });
});
