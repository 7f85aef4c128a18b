import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { chmod, open, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timePasses } from "@nightjar/kit/testing";
import { describe, expect, it, vi } from "vitest";
import { endInput, makeFifo, spawnDetached } from "../src/index.ts";
import { isAlive, processTests, sh } from "./processes.ts";

const { folder, started } = processTests();

/** Of all processes that run. proc(5): field 6, behind the name in brackets; a zombie does not run. */
async function sessionsRunning(): Promise<number[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
  return stats.map((stat) => Number(/.*\) [^Z] \d+ \d+ (\d+)/u.exec(stat)?.[1]));
}

describe("spawnDetached", () => {
  const files = (name: string) => ({ stdoutPath: join(folder, `${name}.out`), stderrPath: join(folder, `${name}.err`) });

  it("makes a private FIFO, and says so when the path is taken", async () => {
    const path = join(folder, "private fifo");
    await makeFifo(path);
    const made = await stat(path);
    expect(made.isFIFO()).toBe(true);
    expect(made.mode & 0o777).toBe(0o600);
    await expect(makeFifo(path)).rejects.toMatchObject({ kind: "failed" });
  });

  it("reads the FIFO by a blocking descriptor of its own, and passes hostile arguments untouched", async () => {
    const stdinPath = join(folder, "in $(touch pwned) ' \" fifo");
    await makeFifo(stdinPath);
    const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
    const hostile = "a b'c\"$(touch pwned);`touch pwned`";
    const script = 'printf "%s" "$1"; printf "%s" "$1" >&2; read line; printf "|%s" "$line"';
    const child = spawnDetached("sh", sh(script, hostile), { stdinPath, ...files("hostile"), cwd: folder });
    started.push(child.pid);
    await ours.write("from us\n");
    expect(await child.exited).toEqual({ exitCode: 0, signal: null });
    await ours.close();
    expect(await readFile(files("hostile").stdoutPath, "utf8")).toBe(`${hostile}|from us`);
    expect(await readFile(files("hostile").stderrPath, "utf8")).toBe(hostile);
    expect((await stat(files("hostile").stderrPath)).mode & 0o777).toBe(0o600);
    await expect(stat(join(folder, "pwned"))).rejects.toThrow();
  });

  it("is the program itself under the pid, leader of its session, without our environment", async () => {
    const stdinPath = join(folder, "leader.fifo");
    await makeFifo(stdinPath);
    const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
    vi.stubEnv("NIGHTJAR_TEST_SECRET", "do not tell");
    const child = spawnDetached("cat", ["-", "/dev/null"], { stdinPath, ...files("leader") });
    started.push(child.pid);
    vi.unstubAllEnvs();
    await expect.poll(() => readFile(`/proc/${child.pid}/cmdline`, "utf8")).toBe("cat\0-\0/dev/null\0");
    const [, session] = /\) \S \d+ \d+ (\d+)/u.exec(await readFile(`/proc/${child.pid}/stat`, "utf8")) ?? [];
    expect(Number(session)).toBe(child.pid);
    expect(await readFile(`/proc/${child.pid}/environ`, "utf8")).not.toContain("NIGHTJAR_TEST_SECRET");
    process.kill(child.pid, "SIGKILL");
    expect(await child.exited).toEqual({ exitCode: null, signal: "SIGKILL" });
    await ours.close();
  });

  it("survives the death of the process that started it, and lets that one exit by itself", async () => {
    const stdinPath = join(folder, "orphan.fifo");
    await makeFifo(stdinPath);
    const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
    const starter = join(folder, "starter.mts");
    const door = new URL("../src/index.ts", import.meta.url).href;
    const options = JSON.stringify({ stdinPath, ...files("orphan") });
    await writeFile(
      starter,
      `import { spawnDetached } from "${door}"; process.stdout.write(String(spawnDetached("cat", [], ${options}).pid));`,
    );
    await chmod(starter, 0o600);
    const parent = spawn(process.execPath, [starter], { stdio: ["ignore", "pipe", "inherit"] });
    const output: Buffer[] = [];
    parent.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    const [code] = await once(parent, "close");
    expect(code).toBe(0);
    const pid = Number(Buffer.concat(output).toString());
    started.push(pid);
    await ours.write("still here");
    await expect.poll(() => readFile(files("orphan").stdoutPath, "utf8")).toBe("still here");
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
    await ours.close();
  });

  it("reads on when its writer is gone, until its input is ended; then it has all that was written, and ends by itself", async () => {
    const stdinPath = join(folder, "ended.fifo");
    await makeFifo(stdinPath);
    const child = spawnDetached("cat", [], { stdinPath, ...files("ended") });
    started.push(child.pid);
    const write = async (text: string) => {
      const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
      await ours.write(text);
      await expect.poll(() => readFile(files("ended").stdoutPath, "utf8").catch(() => "")).toContain(text);
      await ours.close();
    };
    await write("first ");
    await write("second");
    expect(isAlive(child.pid)).toBe(true);
    expect(endInput(child.pid)).toBe(true);
    expect(await child.exited).toEqual({ exitCode: 0, signal: null });
    expect(await readFile(files("ended").stdoutPath, "utf8")).toBe("first second");
    expect(endInput(child.pid)).toBe(false);
  });

  it("leaves nothing behind when it is killed, at whatever moment of its start", async () => {
    const stdinPath = join(folder, "killed.fifo");
    await makeFifo(stdinPath);
    const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
    const sessions: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      const child = spawnDetached("cat", [], { stdinPath, ...files("killed") });
      sessions.push(child.pid);
      // From before the shell runs until long after it has become the program.
      await timePasses(count / 5, "at no particular moment");
      process.kill(child.pid, "SIGKILL");
      await child.exited;
    }
    await ours.close();
    await expect.poll(async () => (await sessionsRunning()).filter((session) => sessions.includes(session))).toEqual([]);
  });

  it("does not start the program before somebody writes", async () => {
    const stdinPath = join(folder, "unfed.fifo");
    await makeFifo(stdinPath);
    const child = spawnDetached("touch", [join(folder, "has begun")], { stdinPath, ...files("unfed") });
    started.push(child.pid);
    // Asleep, and still the shell: it waits for a writer.
    await expect.poll(() => readFile(`/proc/${child.pid}/stat`, "utf8")).toMatch(/^\d+ \(sh\) S /);
    await expect(stat(join(folder, "has begun"))).rejects.toThrow();
    const ours = await open(stdinPath, constants.O_RDWR | constants.O_NONBLOCK);
    expect(await child.exited).toEqual({ exitCode: 0, signal: null });
    await ours.close();
    expect((await stat(join(folder, "has begun"))).isFile()).toBe(true);
  });

  it("tells of a program that is not there by exit code 127", async () => {
    const child = spawnDetached("nightjar-has-no-such-program", [], { stdinPath: "/dev/null", ...files("missing") });
    started.push(child.pid);
    expect(await child.exited).toEqual({ exitCode: 127, signal: null });
  });
});
