import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type Server, type Socket, createServer } from "node:net";
import type { Logger } from "@nightjar/contract";
import { Channel, type Viewer } from "./channel.ts";
import { RtmpConnection } from "./rtmp-connection.ts";

/** Far more than people who look at a test; each could cost as much memory as a slow viewer may. */
const CONNECTIONS_MAX = 64;
/** The application in front of all names. */
export const LOCAL_APPLICATION = "test";

export interface LocalServerOptions {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
}

/**
 * The far end of local destinations, in our own process: it takes what our own publishers send and passes it on to whoever knows a name.
 * It listens while there is a name to know.
 */
export class LocalServer {
  readonly #options: LocalServerOptions;
  /** By the names to play. */
  readonly #channels = new Map<string, Channel>();
  /** Names to publish are made of names to play, by a secret of this process: nobody else can know one. */
  readonly #secret = randomBytes(32);
  readonly #byPublishName = new Map<string, Channel>();
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #busy: Promise<void> = Promise.resolve();

  constructor(options: LocalServerOptions) {
    this.#options = options;
  }

  /** Listens from now on. @throws the system's error where the port cannot be had */
  open(): Promise<void> {
    return this.#serially(() => this.#open());
  }

  /** From now on these names can be played, and no others; without any, nobody is listened to. */
  keep(names: ReadonlySet<string>): void {
    for (const [name, channel] of this.#channels) {
      if (names.has(name)) continue;
      this.#channels.delete(name);
      this.#byPublishName.delete(this.publishName(name));
      channel.close();
    }
    for (const name of names) {
      if (this.#channels.has(name)) continue;
      const channel = new Channel();
      this.#channels.set(name, channel);
      this.#byPublishName.set(this.publishName(name), channel);
    }
    if (names.size === 0) void this.#serially(() => this.#closeWhereUnused());
    // It may have been closed between the promise to listen and the name to listen for.
    else if (!this.#server) void this.#serially(() => this.#open()).catch(() => undefined);
  }

  /** Where our own publishers send to. */
  get publishUrl(): string {
    const { host, port } = this.#options;
    const own = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
    return `rtmp://${own}:${port}/${LOCAL_APPLICATION}`;
  }

  /** Secret, and another in each process. */
  publishName(name: string): string {
    return createHmac("sha256", this.#secret).update(name).digest("base64url");
  }

  /** @returns the way to leave; null: there is nothing of that name */
  watch(name: string, viewer: Viewer): (() => void) | null {
    return this.#channels.get(name)?.watch(viewer) ?? null;
  }

  viewers(name: string): number {
    return this.#channels.get(name)?.viewers ?? 0;
  }

  async close(): Promise<void> {
    this.keep(new Set());
    await this.#busy;
  }

  async #open(): Promise<void> {
    if (this.#server) return;
    const { host, port, log } = this.#options;
    const server = createServer((socket) => this.#connected(socket));
    server.maxConnections = CONNECTIONS_MAX;
    server.listen({ host, port });
    await once(server, "listening");
    server.on("error", (error) => log.error({ err: error }, "the test stream's server failed"));
    this.#server = server;
    log.info({ host, port }, "the test stream's server listens");
  }

  async #closeWhereUnused(): Promise<void> {
    const server = this.#server;
    if (!server || this.#channels.size > 0) return;
    this.#server = null;
    const closed = once(server, "close");
    server.close();
    for (const socket of this.#sockets) socket.destroySoon();
    // A player that reads no more would keep the port.
    const patience = setTimeout(() => this.#sockets.forEach((socket) => socket.destroy()), CLOSED_WITHIN_MS);
    await closed;
    clearTimeout(patience);
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    const names = {
      toPublish: (name: string) => (isOfThisMachine(socket) ? (this.#byPublishName.get(name) ?? null) : null),
      toPlay: (name: string) => this.#channels.get(name) ?? null,
    };
    void new RtmpConnection(socket, names, this.#options.log);
  }

  #serially(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(work);
    this.#busy = done.catch(() => undefined);
    return done;
  }
}

const CLOSED_WITHIN_MS = 1000;

/** Whoever comes from the address that it has reached is on this machine. */
function isOfThisMachine({ remoteAddress, localAddress }: Socket): boolean {
  return remoteAddress !== undefined && remoteAddress === localAddress;
}
