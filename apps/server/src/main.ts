import { runCli } from "./cli.ts";

void runCli(process.argv.slice(2)).then((code) => process.exit(code));
