import { checkRecording, reportLines } from "@nightjar/broadcast";

const USAGE = "npm run check-recording FILE [--json]: FILE is an FLV recording of a stream.\n";

/** `check-recording FILE [--json]`. @returns the exit code: 1 when anything is wrong with the recording */
export async function sayRecording(args: readonly string[]): Promise<number> {
  const paths = args.filter((arg) => arg !== "--json");
  const [path] = paths;
  if (path === undefined || paths.length > 1) {
    process.stderr.write(USAGE);
    return 1;
  }
  try {
    const report = await checkRecording(path);
    const text = args.includes("--json") ? JSON.stringify(report, null, 2) : reportLines(report).join("\n");
    process.stdout.write(`${text}\n`);
    return report.problemCount === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(`${path} cannot be read: ${error.message}\n`);
    return 1;
  }
}
