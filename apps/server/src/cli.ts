import { sayRecording } from "./check-recording.ts";
import { ConfigError, readConfig } from "./config.ts";
import { askToResetPassword, askToStop } from "./control-socket.ts";
import { FolderInUseError, databaseIn } from "./data-folder.ts";
import { resetWithoutServer } from "./reset-without-server.ts";
import { stopWithoutServer } from "./stop-without-server.ts";
import { createLogger } from "./logging.ts";
import { startServer } from "./server.ts";
import { VERSION } from "./version.ts";

const USAGE = `nightjar                  serves the studio
nightjar stop             stops the server; streams stay on air for the next start
nightjar stop --off-air   stops the server and ends the streams
nightjar admin reset-password EMAIL   gives an account a new password and signs it out everywhere
nightjar check-recording FILE [--json]   reads an FLV recording and says what is wrong with it
nightjar --version
`;

/** npm, a terminal and whoever signals a group repeat one wish within moments; only later is it impatience. */
const SAME_WISH_MS = 1_000;

/** @returns the exit code */
export async function runCli(args: readonly string[]): Promise<number> {
  try {
    const [command, ...rest] = args;
    if (command === undefined || command === "start") return await serveUntilAsked();
    if (command === "stop" && rest.every((option) => option === "--off-air")) return await stop(rest.includes("--off-air"));
    if (command === "admin" && rest[0] === "reset-password" && rest.length === 2) return await resetPassword(rest[1] ?? "");
    if (command === "check-recording") return await sayRecording(rest);
    if (command === "--version") return say(`${VERSION}\n`);
    if (command === "--help") return say(USAGE);
    return complain(USAGE);
  } catch (error) {
    if (error instanceof ConfigError || error instanceof FolderInUseError) return complain(`${error.message}\n`);
    if (error instanceof Error) return complain(`Nightjar cannot ${purposeOf(args)}: ${error.message}\n`);
    throw error;
  }
}

/** What was asked for, in a sentence about its failure. */
function purposeOf([command = "start"]: readonly string[]): string {
  if (command === "admin") return "set a new password";
  return command === "stop" ? "stop" : "start";
}

function say(text: string): 0 {
  process.stdout.write(text);
  return 0;
}
function complain(text: string): 1 {
  process.stderr.write(text);
  return 1;
}

async function serveUntilAsked(): Promise<number> {
  // Whatever is written from here on is ours alone.
  process.umask(0o077);
  const config = readConfig();
  const log = createLogger(config.LOG_LEVEL);
  // As with the log: what cannot be shown ends no stream.
  process.stdout.on("error", () => undefined);
  // Streams must not end because one promise was forgotten; it is logged, loudly.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a promise failed and nobody heard it"));
  const server = await startServer({
    config,
    log,
    announceAdministrator: ({ email, password }) =>
      say(
        `\nThe first administrator was created:\n  e-mail    ${email}\n  password  ${password}\nThe password is shown only this once.\n\n`,
      ),
  });
  let askedAtMs: number | null = null;
  const onSignal = () => {
    // Asked again: at once.
    if (askedAtMs !== null && performance.now() - askedAtMs > SAME_WISH_MS) process.exit(1);
    askedAtMs ??= performance.now();
    void server.stop();
  };
  // What has thrown may be half done: better a new process, which finds its publishers still on air.
  process.on("uncaughtException", (error) => {
    log.error({ err: error }, "an unexpected failure ends the server");
    void server.stop().then(() => process.exit(1));
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  say(`Nightjar is ready at ${server.publicUrl}\n`);
  log.info({ port: server.port, dataDir: config.DATA_DIR, pid: process.pid }, "ready");
  return (await server.ended) ? 0 : 1;
}

async function stop(offAir: boolean): Promise<number> {
  const config = readConfig();
  const left = await askToStop(config.DATA_DIR, { offAir });
  if (left !== null) {
    say(offAir ? "Stopped, and off air.\n" : "Stopped. Streams stay on air.\n");
    return sayLeft(left);
  }
  databaseIn(config.DATA_DIR);
  const none = `No server runs on the data folder ${config.DATA_DIR}.`;
  if (!offAir) return say(`${none}\n`);
  const leftBefore = await stopWithoutServer(config, createLogger(config.LOG_LEVEL));
  say(`${none} What an earlier one still sent was ended.\n`);
  return sayLeft(leftBefore);
}

/** @param left the addresses of broadcasts that are not ended */
function sayLeft(left: readonly string[]): number {
  if (left.length === 0) return 0;
  const lines = left.map(
    (address) =>
      `YouTube has not ended the broadcast at ${address}: start the studio again, which tries to, or end it in YouTube Studio.\n`,
  );
  return complain(lines.join(""));
}

async function resetPassword(email: string): Promise<number> {
  const { DATA_DIR, LOG_LEVEL } = readConfig();
  const made = (await askToResetPassword(DATA_DIR, email)) ?? (await resetWithoutServer(DATA_DIR, email, createLogger(LOG_LEVEL)));
  if ("password" in made) {
    return say(
      `\n  e-mail    ${email.trim().toLowerCase()}\n  password  ${made.password}\nThe password is shown only this once. Whoever was signed in with this account has been signed out.\n\n`,
    );
  }
  const known = made.administrators.length === 0 ? "There is no administrator." : `Administrators: ${made.administrators.join(", ")}.`;
  return complain(`There is no account ${email}. ${known}\n`);
}
