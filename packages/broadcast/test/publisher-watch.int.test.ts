import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import {
  SocketReader,
  type TcpConnection,
  connectionOf,
  identify,
  isWaiting,
  readSoFar,
  startTicksOf,
} from "../src/egress/kernel/index.ts";
import { PublisherWatch } from "../src/egress/publisher-watch.ts";
import { untilFound } from "./support/studio.ts";

/** As ffmpeg's: what follows the handshake until it may publish. */
const HANDSHAKE = { queuedBytes: 1689, ackedBytes: 1538, windowBytes: 64_000 };
const REFUSED = { queuedBytes: 48, ackedBytes: 3358, windowBytes: 64_000 };
const PUBLISHING = { queuedBytes: 0, ackedBytes: 3406, windowBytes: 64_000 };
const FED_BYTES = 10_000;

/** A process with a connection, that reads what it is given; what the kernel says of its connection is said by the test. */
async function startReader() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const child = spawn("bash", ["-c", `exec 3<>/dev/tcp/127.0.0.1/${port}; exec cat`], { stdio: ["pipe", "ignore", "inherit"] });
  const sockets = new SocketReader();
  onTestFinished(() => {
    child.kill("SIGKILL");
    sockets.close();
    server.close();
  });
  const pid = child.pid ?? 0;
  const inode = await untilFound(() => {
    const found = connectionOf(pid, sockets.read());
    return typeof found === "number" ? found : undefined;
  });
  // Connected it is still the shell, and what becomes of that reads its own libraries first.
  await untilFound(() => (identify(pid)?.commandLine.startsWith("cat") && isWaiting(pid)) || undefined);
  /** Once it has read all of it, and nothing else any more. */
  const feed = async (bytes: number) => {
    const read = () => readSoFar(pid, "", () => null);
    const before = read();
    child.stdin.write(Buffer.alloc(bytes));
    await untilFound(() => read() >= before + bytes || undefined);
  };
  await feed(1);
  const record = {
    pid,
    startTicks: startTicksOf(pid) ?? 0,
    dir: "/nowhere",
    destinationId: "d",
    generation: 0,
    startedAtMs: 0,
    targetHash: "",
  };
  const watch = new PublisherWatch(record, () => null);
  return { feed, look: (connection: TcpConnection) => watch.look(new Map([[inode, connection]])) };
}

it("what was queued of the handshake at the first look is no evidence once it is acknowledged: a refusal follows it", async () => {
  const { look } = await startReader();
  look(HANDSHAKE);
  const nothing = { isOpen: true, newBytes: 0, roomBytes: 0, isTaken: false };
  expect([look(REFUSED), look(PUBLISHING)]).toEqual([nothing, nothing]);
});

it("what was read of the programme since the first look, and waits in no queue, is evidence", async () => {
  const { feed, look } = await startReader();
  look(HANDSHAKE);
  await feed(FED_BYTES);
  expect(look({ ...PUBLISHING, queuedBytes: FED_BYTES })).toMatchObject({ isTaken: false });
  expect(look({ ...PUBLISHING, ackedBytes: 13_406 })).toMatchObject({ isTaken: true, newBytes: FED_BYTES });
});

it("what was queued beyond a handshake at the first look is of the programme, and evidence as soon as it is acknowledged", async () => {
  const { feed, look } = await startReader();
  await feed(FED_BYTES);
  look({ ...PUBLISHING, queuedBytes: FED_BYTES });
  expect(look({ ...PUBLISHING, ackedBytes: 13_406 })).toMatchObject({ isTaken: true });
});
