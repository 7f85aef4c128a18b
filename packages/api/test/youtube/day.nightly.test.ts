// The same test, with as many streams of as many accounts as take longer.
process.env["YOUTUBE_DAYS"] ??= "all";
await import("./day.int.test.ts");
