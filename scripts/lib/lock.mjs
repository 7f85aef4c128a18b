import { createHash } from "node:crypto";
import { connect, createServer } from "node:net";
import { root } from "./paths.mjs";

// An abstract socket is a lock that the kernel frees however its holder ends, and whoever waits is told by the connection's end.
const name = `\0nightjar-setup-${createHash("sha256").update(root).digest("hex").slice(0, 24)}`;

/** Runs work while no other script of this checkout does so; the others wait. */
export async function alone(work) {
  const release = await take();
  try {
    return await work();
  } finally {
    release();
  }
}

async function take() {
  for (;;) {
    const held = await listen();
    if (held) return held;
    await untilFreed();
  }
}

function listen() {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((socket) => {
      waiting.add(socket.unref().on("error", () => undefined));
    });
    server.unref();
    server.on("error", (error) => (error.code === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    server.listen(name, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

function untilFreed() {
  return new Promise((resolve) => {
    const socket = connect(name);
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(undefined));
  });
}
