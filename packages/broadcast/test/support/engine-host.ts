import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineEvent, Plan } from "@nightjar/contract";

const HOST = new URL("./host.ts", import.meta.url);

/** An engine in a process of its own, for tests that kill it or set its clock back. */
export interface EngineHost {
  readonly pid: number;
  readonly events: readonly EngineEvent[];
  end(signal: NodeJS.Signals): Promise<void>;
  /** Its wall clock shows so much less from now on. */
  setClockBack(backMs: number): void;
}

const WITHOUT = new URL("./without.ts", import.meta.url);

/**
 * Answers when it has reconciled these plans.
 * @param options.without what its machine is without; see without.ts
 */
export async function startHost(engineDir: string, plans: readonly Plan[], options: { without?: string } = {}): Promise<EngineHost> {
  const path = join(engineDir, "..", `${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify(plans));
  const child = fork(HOST, [engineDir, path], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    ...(options.without === undefined
      ? {}
      : { execArgv: ["--import", WITHOUT.href], env: { ...process.env, NIGHTJAR_TEST_WITHOUT: options.without } }),
  });
  const events: EngineEvent[] = [];
  await new Promise<void>((done, fail) => {
    child.on("message", (message: EngineEvent | { type: "reconciled" }) =>
      message.type === "reconciled" ? done() : void events.push(message),
    );
    child.once("exit", (code) => fail(new Error(`the host ended with ${String(code)}`)));
  });
  return { pid: child.pid ?? 0, events, end: (signal) => end(child, signal), setClockBack: (backMs) => void child.send({ backMs }) };
}

/** Throws when it was to end in order and did not. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const [code, by]: unknown[] = await exited;
  if (signal !== "SIGKILL" && code !== 0) throw new Error(`the host ended with ${String(by ?? code)}, not in order`);
}
