import { spawn } from 'node:child_process';
import { nodeBinary, root, serverMain } from './lib/paths.mjs';
import { exitCode, main } from './lib/run.mjs';
import { setup } from './lib/setup.mjs';
import { toolsToServe } from './lib/system.mjs';

await main(async () => {
  await setup({ tools: toolsToServe, build: true });
  return serve(process.argv.slice(2));
});

function serve(args) {
  return new Promise((resolve, reject) => {
    const server = spawn(nodeBinary, [serverMain, ...args], { cwd: root, stdio: 'inherit' });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      // A terminal has sent its Ctrl-C to the server too; twice would mean "at once" to it.
      process.on(signal, () => signal === 'SIGINT' && process.stdin.isTTY ? undefined : server.kill(signal));
    }
    server.on('error', reject);
    server.on('close', (code, signal) => resolve(exitCode(code, signal)));
  });
}
