import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The bound of a socket's path in Linux is 108 bytes. */
const PATH_MAX_BYTES = 100;
/** How long `nightjar stop` waits for the server's answer. */
const ANSWER_TIMEOUT_MS = 30_000;

function socketPath(dataDir: string): string {
  const inside = join(resolve(dataDir), "control.sock");
  if (Buffer.byteLength(inside) <= PATH_MAX_BYTES) return inside;
  return join(tmpdir(), `nightjar-${createHash("sha256").update(inside).digest("hex").slice(0, 24)}.sock`);
}

export interface StopWish {
  /** Also ends the streams; else their publishers go on for the next start. */
  readonly offAir: boolean;
}

/** Lets `nightjar stop` reach us, and nobody else: the socket belongs to our user. Needs the folder's lock. */
export async function listenForStop(dataDir: string, onStop: (wish: StopWish) => Promise<void>): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (chunk) => {
      const word = chunk.toString("utf8").trim();
      if (word !== "stop" && word !== "stop off-air") return void socket.end("unknown\n");
      onStop({ offAir: word === "stop off-air" }).then(
        () => socket.end("stopped\n"),
        () => socket.end("failed\n"),
      );
    });
  });
  server.unref();
  await new Promise<void>((done, fail) => server.once("error", fail).listen(path, done));
  chmodSync(path, 0o600);
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        rmSync(path, { force: true });
      }),
  };
}

/** @returns false when no server runs on this folder. @throws when it did not manage to stop */
export function askToStop(dataDir: string, wish: StopWish): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath(dataDir));
    let answer = "";
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error("the server did not answer")));
    socket.on("connect", () => socket.write(wish.offAir ? "stop off-air\n" : "stop\n"));
    socket.on("data", (chunk) => {
      answer += chunk.toString("utf8");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(false);
      else reject(error);
    });
    socket.on("end", () =>
      answer.trim() === "stopped" ? resolve(true) : reject(new Error("the server could not stop cleanly; its log says why")),
    );
  });
}
