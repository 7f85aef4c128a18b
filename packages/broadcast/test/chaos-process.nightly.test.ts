// The same tests, with a hundred kills.
process.env["KILLS"] ??= "100";
await import("./chaos-process.int.test.ts");
