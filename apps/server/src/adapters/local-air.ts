import type { LocalAir } from "@nightjar/api";
import { LOCAL_APPLICATION, LocalServer } from "@nightjar/broadcast";
import type { Logger } from "@nightjar/contract";

/** The far end of test streams, beside the studio's own. */
export function createLocalAir(options: { readonly host: string; readonly port: number; readonly log: Logger }): {
  readonly port: LocalAir;
  close(): Promise<void>;
} {
  const server = new LocalServer(options);
  const port: LocalAir = {
    port: options.port,
    application: LOCAL_APPLICATION,
    async open() {
      try {
        await server.open();
        return null;
      } catch (error) {
        options.log.warn({ err: error, port: options.port }, "the test stream's server could not listen");
        return sentenceFor(error, options.port);
      }
    },
    keep: (names) => server.keep(names),
    destination: (name) => ({ url: server.publishUrl, streamKey: server.publishName(name) }),
    watch: (name, viewer) => server.watch(name, viewer),
    viewers: (name) => server.viewers(name),
  };
  return { port, close: () => server.close() };
}

function sentenceFor(error: unknown, port: number): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") return `port ${port} is used by another program. Set RTMP_PORT to a free one and start the studio again.`;
  if (code === "EACCES") return `port ${port} may not be used by this account. Set RTMP_PORT to 1024 or more and start the studio again.`;
  return `nobody can be listened to at port ${port}. The log knows more.`;
}
