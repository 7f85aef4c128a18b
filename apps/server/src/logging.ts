import type { Logger } from "@nightjar/contract";
import { pino } from "pino";
import type { DestinationStream } from "pino";

const SECRETS = [
  "password",
  "currentPassword",
  "newPassword",
  "token",
  "authorization",
  "cookie",
  "streamKey",
  "accessToken",
  "refreshToken",
];

/** A query's error carries its parameters, and those may be secrets. */
const withoutParameters = (text: string) => text.replaceAll(/\nparams:[\s\S]*?(?=\n\s+at |$)/g, "");

function errorFields(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const cause = error.cause !== undefined && depth < 3 ? { cause: errorFields(error.cause, depth + 1) } : {};
  return { type: error.name, message: withoutParameters(error.message), stack: withoutParameters(error.stack ?? ""), ...code, ...cause };
}

/** Of what cannot be written: kept until it can, and no more than that. */
const KEPT_MAX_BYTES = 1_000_000;

/** Where its disk is full or its terminal gone, lines are lost: nobody is refused anything for that, and no stream ends. */
function standardError(): DestinationStream {
  const out = pino.destination({ fd: 2, sync: true, maxLength: KEPT_MAX_BYTES });
  out.on("error", () => undefined);
  // What is kept is tried with each line that is taken, and none is taken any more: this one always is.
  out.on("drop", () => void out.write(""));
  return out;
}

/** JSON lines on standard error; standard output is for people. */
export function createLogger(level: string, destination: DestinationStream = standardError()): Logger {
  const redacted = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: redacted, censor: "[redacted]" },
      serializers: { err: (error: unknown) => errorFields(error) },
    },
    destination,
  );
}
