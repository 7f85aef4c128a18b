import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network between a browser and the studio: it can die without a word, as where a Wi-Fi or an address translation changes. */
export interface Wire {
  readonly url: string;
  /** From now on nothing passes, and no connection ends: neither side is told of it. */
  goDead(): void;
  /** Connections made from now on pass again; those from before stay dead for ever. */
  comeBack(): void;
  /** Ends what is connected now, as a restart of what lies between does. */
  drop(): void;
  close(): Promise<void>;
}

interface Link {
  isDead: boolean;
  readonly ends: readonly Socket[];
}

export async function openWire(studioUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(studioUrl);
  const links = new Set<Link>();
  let isDead = false;
  const server = createServer((browser) => {
    const studio = connect(Number(port), hostname);
    const link: Link = { isDead, ends: [browser, studio] };
    links.add(link);
    join(link, browser, studio);
    join(link, studio, browser);
  });
  const drop = () => {
    for (const { ends } of links) for (const end of ends) end.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    goDead() {
      isDead = true;
      for (const link of links) link.isDead = true;
    },
    comeBack: () => void (isDead = false),
    drop,
    async close() {
      const closed = once(server, "close");
      server.close();
      drop();
      await closed;
    },
  };
}

/** All that comes from one end goes to the other, its end too, as long as there is a network. */
function join(link: Link, from: Socket, to: Socket): void {
  from.on("data", (bytes) => link.isDead || to.write(bytes));
  for (const ending of ["end", "close", "error"]) from.on(ending, () => link.isDead || to.end());
}
