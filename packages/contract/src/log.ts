/** What every room logs through; the server brings pino, a test an array. */
export interface Logger {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

const nothing = () => undefined;
export const SILENT: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
