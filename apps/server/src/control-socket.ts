import type { MachineReset } from "@nightjar/api";
import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";

/** The bound of a socket's path in Linux is 108 bytes. */
const PATH_MAX_BYTES = 100;
/** How long a command waits for the server's answer. */
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

/** How that went; the process goes in any case. */
export interface Stopped {
  /** All of it has ended. */
  readonly isInTime: boolean;
  /** The addresses of broadcasts that were to be ended at YouTube, and are not. */
  readonly left: readonly string[];
}

export interface Wishes {
  stop(wish: StopWish): Promise<Stopped>;
  resetPassword(email: string): Promise<MachineReset>;
}

const RESET = "reset-password ";
const STOPPED = "stopped";
const TOO_LATE = "too late";

/** The words are those of earlier versions too: a command may be newer than the server it reaches. */
async function grant(wishes: Wishes, asked: string): Promise<string> {
  if (asked.startsWith(RESET)) return JSON.stringify(await wishes.resetPassword(asked.slice(RESET.length)));
  if (asked !== "stop" && asked !== "stop off-air") return "unknown";
  const { isInTime, left } = await wishes.stop({ offAir: asked === "stop off-air" });
  return isInTime ? [STOPPED, ...left].join("\n") : TOO_LATE;
}

/** Lets commands on this machine reach us, and nobody else: the socket belongs to our user. Needs the folder's lock. */
export async function listenForWishes(dataDir: string, wishes: Wishes): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir);
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (chunk) => {
      grant(wishes, chunk.toString("utf8").trim()).then(
        (answer) => socket.end(`${answer}\n`),
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

/** @returns the answer; null when no server runs on this folder. @throws when it did not answer as it should */
function ask(dataDir: string, asked: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath(dataDir));
    let answer = "";
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error("the server did not answer")));
    socket.on("connect", () => socket.write(`${asked}\n`));
    socket.on("data", (chunk) => {
      answer += chunk.toString("utf8");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED") resolve(null);
      else reject(error);
    });
    socket.on("end", () => resolve(answer.trim()));
  });
}

/** @returns what is left at YouTube; null when no server runs on this folder. @throws when it did not manage to stop */
export async function askToStop(dataDir: string, { offAir }: StopWish): Promise<Stopped["left"] | null> {
  const answer = await ask(dataDir, offAir ? "stop off-air" : "stop");
  if (answer === null) return null;
  if (answer === TOO_LATE && offAir) throw new Error("not all streams went off air in time. Ask again to end what is still sent");
  const [word, ...left] = answer.split("\n");
  if (word !== STOPPED) throw new Error("the server could not stop cleanly; its log says why");
  return left;
}

const machineReset = z.union([z.object({ password: z.string() }), z.object({ administrators: z.array(z.string()) })]);

/** @returns null when no server runs on this folder. @throws when it could not */
export async function askToResetPassword(dataDir: string, email: string): Promise<MachineReset | null> {
  const answer = await ask(dataDir, RESET + email);
  if (answer === null) return null;
  if (!answer.startsWith("{")) throw new Error("the server could not do it; its log says why");
  return machineReset.parse(JSON.parse(answer));
}
