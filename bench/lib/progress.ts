/** What a benchmark is at, beside what it prints of its figures: its waits are longer than anybody's patience. */
export function tellProgress(text: string): void {
  process.stderr.write(`  ${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
}
