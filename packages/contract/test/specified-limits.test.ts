import { describe, expect, it } from "vitest";
import * as contract from "../src/index.ts";

// Figures and words of the specification, section 9 of both parts, which a change of the code must not take along.

describe("the specification's figures", () => {
  it("of the canvas and of what stands on it: its size, each type's own, and how far the sliders go", () => {
    expect([contract.CANVAS_WIDTH_PX, contract.CANVAS_HEIGHT_PX]).toEqual([1920, 1080]);
    expect(contract.DEFAULT_ELEMENT_SIZES).toEqual({
      ...{ text: 32, "track-title": 48, "artist-name": 32, artwork: 128, "progress-bar": 20, image: 150, logo: 150, icon: 100 },
      ...{ "social-stats": 24, "channel-name": 28 },
    });
    expect([contract.FONT_SIZE_MIN_PX, contract.FONT_SIZE_MAX_PX, contract.LARGE_SIZE_MAX_PX]).toEqual([8, 128, 1024]);
    expect(contract.LARGE_ELEMENT_TYPES).toEqual(["image", "logo", "icon"]);
    expect(contract.FONT_FAMILIES).toEqual(["Inter", "Roboto", "Arial"]);
    expect(contract.ENTRY_TEMPLATE_NAME).toBe("Minimalist Overlay");
  });

  it("of uploads, of what is read again and again, and of passwords", () => {
    expect(contract.VIDEO_UPLOAD_MAX_BYTES).toBe(100 * 1024 * 1024);
    expect(contract.VIDEO_DIALOG_CLOSE_MS).toBe(1000);
    expect([contract.LIVE_REFRESH_MS, contract.TEST_STATUS_POLL_MS]).toEqual([5000, 3000]);
    expect(contract.NEW_PASSWORD_MIN_CHARS).toBe(6);
  });
});

describe("the specification's figures of the library, of registering and of notices", () => {
  it("are the least password, the way on after registering, the largest upload, and how long its dialog stays", () => {
    expect([contract.REGISTER_PASSWORD_MIN_CHARS, contract.REGISTER_REDIRECT_MS]).toEqual([8, 3000]);
    expect([contract.AUDIO_UPLOAD_MAX_BYTES, contract.UPLOAD_DIALOG_CLOSE_MS]).toEqual([50 * 1024 * 1024, 1500]);
    expect(contract.HOURS_STREAMED_WHEN_LIVE).toBe(24);
  });

  it("are one notice at a time for 5000 ms, gone 1,000,000 ms later, swiped by 50, reached by F8; tooltips after 700 and 300 ms", () => {
    expect([contract.TOAST_LIMIT, contract.TOAST_DURATION_MS, contract.TOAST_REMOVE_DELAY_MS]).toEqual([1, 5000, 1_000_000]);
    expect([contract.TOAST_SWIPE_THRESHOLD_PX, contract.TOAST_HOTKEY]).toEqual([50, "F8"]);
    expect([contract.TOOLTIP_DELAY_MS, contract.TOOLTIP_SKIP_DELAY_MS]).toEqual([700, 300]);
    expect(contract.CACHE_LIFETIME_MS).toBe(300_000);
  });
});

describe("what is asked for at signing in and registering", () => {
  const firstOf = (schema: typeof contract.loginInput | typeof contract.registerForm, input: unknown) =>
    schema.safeParse(input).error?.issues.map(({ path, message }) => [path.join("."), message]);
  const ok = { email: "a@label.example", password: "long enough" };

  it("is a valid e-mail and a password", () => {
    expect(contract.loginInput.safeParse({ email: "a@label.example", password: "x" }).success).toBe(true);
    for (const email of ["", "nonsense", "a@b"])
      expect(firstOf(contract.loginInput, { ...ok, email })).toEqual([["email", "Invalid email address"]]);
    expect(firstOf(contract.loginInput, { ...ok, password: "" })).toEqual([["password", "Password is required"]]);
  });

  it("is a password of eight characters, twice the same, which is said at the confirmation", () => {
    expect(contract.registerForm.safeParse({ ...ok, confirmPassword: ok.password }).success).toBe(true);
    expect(firstOf(contract.registerForm, { ...ok, email: "x", confirmPassword: ok.password })).toEqual([
      ["email", "Invalid email address"],
    ]);
    expect(firstOf(contract.registerForm, { ...ok, password: "seven77", confirmPassword: "seven77" })).toEqual([
      ["password", "Password must be at least 8 characters"],
    ]);
    expect(firstOf(contract.registerForm, { ...ok, confirmPassword: "another one" })).toEqual([
      ["confirmPassword", "Passwords don't match"],
    ]);
  });
});

describe("the specification's choices", () => {
  it("are the six moods", () => {
    expect(contract.MOODS).toEqual(["energetic", "chill", "dark", "uplifting", "melancholic", "aggressive"]);
  });

  it("are the twelve labels that playlists are filtered by", () => {
    expect(contract.PRESET_LABELS).toEqual([
      ...["Universal Music", "Sony Music", "Warner Music", "Atlantic", "Capitol", "Columbia", "Def Jam", "Interscope", "Island"],
      ...["Republic", "RCA", "Virgin"],
    ]);
  });

  it("are privacy, how backgrounds give way to each other, and when", () => {
    expect(contract.PRIVACIES).toEqual(["public", "unlisted", "private"]);
    expect(contract.startStreamInput.parse({})).toMatchObject({ privacy: "unlisted" });
    expect(contract.TRANSITIONS).toEqual(["fade", "slide", "instant"]);
    expect(contract.AUTO_SWITCHES).toEqual(["never", "5-minutes", "10-minutes", "every-song"]);
  });
});

describe("the specification's sentences", () => {
  it("of what is asked for before something can be done", () => {
    expect(contract.CONNECT_HINT).toBe("You must connect a YouTube channel before you can start streaming.");
    expect(contract.VIDEO_TYPE_TEXT).toBe("Please select a valid video file (MP4, MOV, AVI, WebM)");
    expect(contract.VIDEO_SIZE_TEXT).toBe("File size must be less than 100MB");
    expect(contract.BACKGROUND_MISSING_TEXT).toBe("Missing Information: Please upload a video and enter a title");
    expect(contract.BACKGROUND_TITLE_TEXT).toBe("Please enter a title");
    expect([contract.TEST_START_FAILED_TEXT, contract.TEST_STOP_FAILED_TEXT]).toEqual([
      "Could not start the RTMP stream",
      "Could not stop the RTMP stream",
    ]);
  });
});
