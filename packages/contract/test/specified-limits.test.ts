import { describe, expect, it } from "vitest";
import * as contract from "../src/index.ts";

// Figures and words of the specification, part 2, section 9, which a change of the code must not take along.

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

describe("the specification's choices", () => {
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
