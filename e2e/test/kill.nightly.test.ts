// The same test, with a hundred kills.
process.env["KILLS"] ??= "100";
await import("./kill.e2e.test.ts");
