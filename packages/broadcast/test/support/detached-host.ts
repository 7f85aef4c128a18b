import { startDetached } from "../../src/egress/kernel/index.ts";

/** Starts what reads the FIFO it is told of, says under which pid, and stays until it is ended. */
const [stdinPath = ""] = process.argv.slice(2);
const pid = startDetached("cat", [], { stdinPath, stdoutPath: "/dev/null", stderrPath: "/dev/null" });
process.stdout.write(`${JSON.stringify({ host: process.pid, pid })}\n`);
setInterval(() => undefined, 60_000);
