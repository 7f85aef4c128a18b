import { readdirSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ProcessError, run } from "../src/index.ts";
import { isAlive, processTests, sh } from "./processes.ts";

const { folder, started } = processTests();

const failureOf = async (running: Promise<unknown>): Promise<ProcessError> => {
  const error: unknown = await running.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ProcessError) return error;
  throw new Error("expected a ProcessError", { cause: error });
};

describe("run", () => {
  it("returns bytes, exit code and the end of standard error", async () => {
    const result = await run("sh", sh("printf 'a\\0b'; echo trouble >&2; exit 3"), { timeoutMs: 5000, acceptExitCodes: [3] });
    expect([...result.stdout]).toEqual([97, 0, 98]);
    expect(result).toMatchObject({ exitCode: 3, stderrTail: "trouble\n" });
  });

  it("tells apart what is not there, what fails and what a signal ended", async () => {
    const plain = join(folder, "not-executable");
    await writeFile(plain, "text");
    for (const command of ["nightjar-has-no-such-program", plain]) {
      expect((await failureOf(run(command, [], { timeoutMs: 5000 }))).kind).toBe("not-found");
    }
    const failed = await failureOf(run("sh", sh("echo why >&2; exit 7"), { timeoutMs: 5000 }));
    expect(failed).toMatchObject({ kind: "failed", exitCode: 7, signal: null, message: "sh ended with exit code 7: why" });
    const killed = await failureOf(run("sh", sh("kill -KILL $$"), { timeoutMs: 5000 }));
    expect(killed).toMatchObject({ kind: "failed", exitCode: null, signal: "SIGKILL" });
  });

  it("makes a child nicer while it runs, with all its threads", async () => {
    const script =
      "new (require('node:worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true }).on('online', () => console.log(process.pid))";
    const seen = Promise.withResolvers<number[]>();
    const abort = new AbortController();
    let renice: (niceness: number) => void = () => undefined;
    const onStdout = (chunk: Uint8Array) => {
      renice(7);
      seen.resolve(readdirSync(`/proc/${Buffer.from(chunk).toString().trim()}/task`).map((id) => getPriority(Number(id))));
    };
    const options = { timeoutMs: 10_000, niceness: 3, signal: abort.signal, onStdout, onStart: (given: typeof renice) => (renice = given) };
    const running = run(process.execPath, ["-e", script], options);
    const niceness = await seen.promise;
    abort.abort();
    await expect(running).rejects.toBeInstanceOf(ProcessError);
    expect(niceness.length).toBeGreaterThan(2);
    expect(new Set(niceness)).toEqual(new Set([7]));
  });

  it("tells what a child has taken of the processor while it runs, and nothing once it is gone", async () => {
    const seen: (number | null)[] = [];
    let processorMs: () => number | null = () => null;
    const work = "n=0; while [ $n -lt 300000 ]; do n=$((n + 1)); done; echo";
    await run("sh", sh(`echo; ${work}; ${work}`), {
      timeoutMs: 60_000,
      onStdout: () => void seen.push(processorMs()),
      onStart: (_, given) => (processorMs = given),
    });
    const told = seen.map((ms) => ms ?? Number.NaN);
    expect(told.at(-1)).toBeGreaterThan(told[0] ?? Number.NaN);
    expect(processorMs()).toBeNull();
  });

  it("hands nothing of our environment to a child", async () => {
    vi.stubEnv("NIGHTJAR_TEST_SECRET", "do not tell");
    const { stdout } = await run("env", [], { timeoutMs: 5000, env: { EXTRA: "1" } });
    vi.unstubAllEnvs();
    const names = stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    expect(names.toSorted()).toEqual(["EXTRA", "LANG", "PATH"]);
  });

  it("ends a child that ignores SIGTERM, at a timeout and at an abort", async () => {
    const deaf = sh("trap '' TERM; echo $$; while :; do sleep 0.1; done");
    for (const kind of ["timeout", "aborted"] as const) {
      const abort = new AbortController();
      let pid = 0;
      const error = await failureOf(
        run("sh", deaf, {
          // Long enough for the shell to have begun, on a busy machine too.
          timeoutMs: kind === "timeout" ? 5000 : 30_000,
          signal: abort.signal,
          onStdout: (chunk) => {
            pid = Number(Buffer.from(chunk).toString());
            started.push(pid);
            if (kind === "aborted") abort.abort();
          },
        }),
      );
      expect(error.kind).toBe(kind);
      expect(pid).toBeGreaterThan(0);
      expect(isAlive(pid)).toBe(false);
    }
  });

  it("starts nothing when already aborted", async () => {
    const path = join(folder, "must-not-exist");
    const error = await failureOf(run("touch", [path], { timeoutMs: 5000, signal: AbortSignal.abort() }));
    expect(error.kind).toBe("aborted");
    await expect(stat(path)).rejects.toThrow();
  });

  it("keeps only the end of endless messages, and refuses more output than it may hold", async () => {
    const noisy = await run("sh", sh("yes noise | head -c 3000000 >&2; echo last >&2"), { timeoutMs: 20_000, stderrMaxBytes: 100 });
    expect(noisy.stderrTail.length).toBe(100);
    expect(noisy.stderrTail.endsWith("last\n")).toBe(true);
    const endless = await failureOf(run("yes", [], { timeoutMs: 20_000, stdoutMaxBytes: 1000 }));
    expect(endless.kind).toBe("output-too-large");
    const atEnd = await failureOf(run("sh", sh("printf 12345678901"), { timeoutMs: 20_000, stdoutMaxBytes: 10 }));
    expect(atEnd.kind).toBe("output-too-large");
    expect((await run("sh", sh("printf 1234567890"), { timeoutMs: 20_000, stdoutMaxBytes: 10 })).stdout.length).toBe(10);
  });

  it("lets a slow reader slow the child down instead of filling memory", async () => {
    let seenBytes = 0;
    await run("sh", sh("head -c 5000000 /dev/zero"), {
      timeoutMs: 20_000,
      onStdout: async (chunk) => {
        await new Promise<void>((resolve) => setImmediate(resolve));
        seenBytes += chunk.length;
      },
    });
    expect(seenBytes).toBe(5_000_000);
  });

  it("passes on an error of the reader and of the input, with the child gone", async () => {
    const reader = run("yes", [], {
      timeoutMs: 20_000,
      onStdout: () => {
        throw new RangeError("reader");
      },
    });
    await expect(reader).rejects.toThrow(new RangeError("reader"));
    const source = async function* () {
      yield Buffer.from("one");
      throw new RangeError("source");
    };
    await expect(run("cat", [], { timeoutMs: 20_000, input: source() })).rejects.toThrow(new RangeError("source"));
  });

  it("feeds bytes and streams, and does not mind a child that stops reading", async () => {
    const bytes = Buffer.alloc(300_000, 7);
    expect((await run("cat", [], { timeoutMs: 20_000, input: bytes })).stdout.equals(bytes)).toBe(true);
    let closed = false;
    const endless = async function* () {
      try {
        for (;;) yield bytes;
      } finally {
        closed = true;
      }
    };
    const result = await run("head", ["-c", "10"], { timeoutMs: 20_000, input: endless() });
    expect(result.stdout.length).toBe(10);
    await expect.poll(() => closed).toBe(true);
  });

  it("makes the child as nice as asked", async () => {
    const chunks: string[] = [];
    let niceness = -1;
    await run("sh", sh("echo $$; read answer"), {
      timeoutMs: 5000,
      niceness: 11,
      onStdout: (chunk) => {
        chunks.push(Buffer.from(chunk).toString());
        niceness = getPriority(Number(chunks.join("")));
      },
      input: Buffer.from("go\n"),
    });
    expect(niceness).toBe(11);
  });
});
