import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeFifo, startDetached } from "../src/egress/kernel/index.ts";
import { testFolder } from "./support/engine.ts";
import { until } from "./support/studio.ts";

let folder: Awaited<ReturnType<typeof testFolder>>;

beforeAll(async () => {
  folder = await testFolder();
});
afterAll(() => folder.remove());

async function start(name: string, command: string, args: readonly string[]) {
  const stdinPath = join(folder.dir, `${name}.fifo`);
  await makeFifo(stdinPath);
  const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
  const files = { stdinPath, stdoutPath: join(folder.dir, `${name}.out`), stderrPath: join(folder.dir, `${name}.err`) };
  const pid = startDetached(command, args, files);
  onTestFinished(async () => {
    await ours.close();
    if ((await statOf(pid)) !== null) process.kill(pid, "SIGKILL");
  });
  return { pid, ours, ...files };
}

const statOf = (pid: number) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
const fileOf = (pid: number, name: string) => readFile(`/proc/${pid}/${name}`, "utf8");

describe("startDetached", () => {
  it("passes hostile arguments untouched, and what it writes into its files", async () => {
    const hostile = "a b'c\"$(touch pwned);`touch pwned` ä\n";
    const { ours, stdoutPath } = await start("hostile", "sh", ["-c", 'printf "%s" "$1"; read line; printf "|%s" "$line"', "sh", hostile]);
    await ours.write("from us\n");
    await until(async () => (await readFile(stdoutPath, "utf8").catch(() => "")) === `${hostile}|from us`);
  });

  it("is the program itself under the pid, with every signal as by default, and without our environment", async () => {
    vi.stubEnv("NIGHTJAR_TEST_SECRET", "do not tell");
    const { pid } = await start("leader", "cat", ["-", "/dev/null"]);
    vi.unstubAllEnvs();
    await until(async () => (await fileOf(pid, "cmdline")) === "cat\0-\0/dev/null\0");
    expect((await fileOf(pid, "environ")).split("\0")).toContain("LANG=C");
    expect(await fileOf(pid, "environ")).not.toContain("NIGHTJAR_TEST_SECRET");
    const status = await fileOf(pid, "status");
    expect(/^SigIgn:\t(\w+)$/m.exec(status)?.[1]).toBe("0".repeat(16));
    expect(/^SigBlk:\t(\w+)$/m.exec(status)?.[1]).toBe("0".repeat(16));
  });

  it("leads a process group of its own, in our session: a new one may wait for seconds where the cores are taken", async () => {
    const { pid } = await start("group", "cat", []);
    // proc(5): behind the name in brackets stand the state, the parent, the process group and the session.
    const placeOf = async (of: number) => /\) \S \d+ (\d+) (\d+)/u.exec((await statOf(of)) ?? "")?.slice(1);
    const [, session] = (await placeOf(process.pid)) ?? [];
    expect(await placeOf(pid)).toEqual([String(pid), session]);
  });

  it("outlives the terminal that its server was started in", async () => {
    const stdinPath = join(folder.dir, "terminal.fifo");
    await makeFifo(stdinPath);
    const host = fileURLToPath(new URL("./support/detached-host.ts", import.meta.url));
    const terminal = spawn("script", ["-qfc", `"${process.execPath}" --no-warnings "${host}" "${stdinPath}"`, "/dev/null"]);
    let told = "";
    terminal.stdout.on("data", (chunk: Buffer) => (told += chunk.toString("utf8")));
    const said = () => /\{"host":(\d+),"pid":(\d+)\}/.exec(told);
    await until(() => said() !== null);
    const [server = 0, pid = 0] = said()?.slice(1).map(Number) ?? [];
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    terminal.kill("SIGKILL");
    await until(async () => (await statOf(server)) === null);
    // It waits for who feeds it, as before.
    const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
    onTestFinished(() => ours.close());
    await until(async () => (await fileOf(pid, "cmdline").catch(() => "")).startsWith("cat"));
  });

  it("leaves no zombie when it ends, and tells of a NUL that no argument can have", async () => {
    const { pid } = await start("zombie", "true", []);
    await until(async () => (await statOf(pid)) === null);
    await expect(start("nul", "echo", ["a\0b"])).rejects.toThrow();
  });
});
