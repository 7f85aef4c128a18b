// The same test, at every call that Start and Stop make.
process.env["YOUTUBE_KILLS"] ??= "30";
await import("./youtube-kill.e2e.test.ts");
