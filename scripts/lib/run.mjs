import { spawn } from "node:child_process";
import { root, runtimeEnv } from "./paths.mjs";

/** A failure that is told in a sentence, without a stack. */
export class Refusal extends Error {}

export const say = (text) => process.stdout.write(`${text}\n`);

/** Runs a script's main function; what it returns is the exit code. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : (error?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

/** Runs a program with our output; resolves to its exit code, 128 + n for a signal's, as a shell says it. */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: runtimeEnv(), stdio: ["ignore", "inherit", "inherit"], ...options });
    const release = passSignalsTo(child);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      release();
      resolve(exitCode(code, signal));
    });
  });
}

/** npm, a terminal and whoever signals a whole group tell us and the child of the same wish several times: it is one. */
const SAME_WISH_MS = 1_000;

/** Whoever ends us means the program we run. Returns the way back. */
export function passSignalsTo(child) {
  let passedAt = -Infinity;
  const pass = (signal) => {
    const now = performance.now();
    // A terminal has sent its Ctrl-C to the child itself.
    if (now - passedAt < SAME_WISH_MS || (signal === "SIGINT" && process.stdin.isTTY)) return;
    passedAt = now;
    child.kill(signal);
  };
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  for (const signal of signals) process.on(signal, pass);
  return () => signals.forEach((signal) => process.off(signal, pass));
}

/** Runs a program in silence; its output is told only when it fails. Resolves to its standard output. */
export async function quiet(command, args, options = {}) {
  const { code, out, all } = await collect(command, args, options);
  if (code === 0) return out;
  throw new Refusal(`${endOf(all)}\n${[command, ...args].join(" ")} ended with ${code}.`);
}

const endOf = (output) => output.trimEnd().split("\n").slice(-30).join("\n");

/**
 * As `quiet`, for what can stand still for ever: it is killed when its time is over, and begun anew while there is another.
 * @param minutes for each try
 */
export async function patiently(minutes, command, args, options = {}) {
  for (const [index, limit] of minutes.entries()) {
    const { code, out, all, overdue } = await collect(command, args, { ...options, timeout: limit * 60_000, killSignal: "SIGKILL" });
    if (code === 0) return out;
    const line = [command, ...args].join(" ");
    if (!overdue) throw new Refusal(`${endOf(all)}\n${line} ended with ${code}.`);
    const said = `${endOf(all)}\n${line} was not done after ${limit} min.`;
    if (index === minutes.length - 1) throw new Refusal(`${said} Can this machine reach its package registry?`);
    say(`${said} Trying again …`);
  }
}

export function collect(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: runtimeEnv(), stdio: ["ignore", "pipe", "pipe"], ...options });
    const release = passSignalsTo(child);
    let out = "";
    let all = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
      all += chunk;
    });
    child.stderr.on("data", (chunk) => (all += chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      release();
      // Of what we pass on nothing is a SIGKILL: it was the timeout's.
      resolve({ code: exitCode(code, signal), out, all, overdue: child.killed && signal === "SIGKILL" });
    });
  });
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };
export const exitCode = (code, signal) => code ?? 128 + (signalNumbers[signal] ?? 0);
