// The same test, many more rounds.
process.env["FUZZ_ROUNDS"] ??= "3000";
await import("./fuzz-units.int.test.ts");
