import { onTestFinished } from "vitest";

/** What would end the process. */
export function uncaughtErrors(): readonly unknown[] {
  const errors: unknown[] = [];
  const take = (error: unknown) => void errors.push(error);
  process.on("uncaughtException", take);
  onTestFinished(() => void process.off("uncaughtException", take));
  return errors;
}

/** All that a stream tells in the turns to come. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
}
