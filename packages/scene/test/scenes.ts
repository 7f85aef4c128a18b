import type { FrameState, Scene } from "@nightjar/contract";
import { BUILT_IN_SCENE, BUILT_IN_TEMPLATES, scene } from "@nightjar/contract";
import { STYLE_SCENES } from "./style-scenes.ts";

export type PictureName = "cover.png" | "photo.jpg" | "logo.png";

/** One drawing of the golden test. Everything in it can be sent to a page as JSON. */
export interface GoldenCase {
  readonly name: string;
  readonly scene: Scene;
  readonly frame: FrameState;
  readonly artwork: PictureName | null;
  /** Media asset id → picture. */
  readonly media: Readonly<Record<string, PictureName>>;
  readonly widthPx: number;
  readonly heightPx: number;
}

const FULL_HD = { widthPx: 1920, heightPx: 1080 };
const SIZES = [720, 1080, 1440, 2160].map((heightPx) => ({ widthPx: (heightPx * 16) / 9, heightPx }));

export function frameOf(title: string, artist: string): FrameState {
  return { title, artist, channelName: "Nightjar Radio", positionMs: null, durationMs: 240_000 };
}

const TITLES: Readonly<Record<string, readonly [title: string, artist: string]>> = {
  accents: ["Été à Reykjavík – Þögn", "Sigur Rós & Ólafur Arnalds"],
  kerning: ["AVATAR: To Wave, LYRA. Tja!", "Ty Yves & P. Věra"],
  ligatures: ["Office affluent fjord -> fi fl ffi", "5x5 == 25"],
  long: ["The Unbearable Lightness of a Very Long Title That Will Not End ".repeat(160), "An artist ".repeat(60)],
  rightToLeft: ["שלום Hello (עולם) 123", "مرحبا World"],
  emoji: ["Fire 🔥 and 👨‍👩‍👧 family 🇩🇪", "✨"],
  quotes: ['“Don’t” "stop" \'til <you> & I', "«C’est la vie»; `x` \\ 'y'"],
  percent: ["100 % %d %{title} 50%-50%", "$1 {0} #hash"],
  script: ["Москва – Αθήνα", "Кино"],
  japanese: ["夜に駆ける「千本桜」骨", "初音ミク、YOASOBI"],
  hanOfJapan: ["直骨刃海", "初音ミク"],
  korean: ["봄날 – 방탄소년단", "아이유 & 漢字"],
  chinese: ["青花瓷，直骨刃海", "周杰倫"],
  arabic: ["مرحبا بالعالم، أغنية لا تنسى", "فيروز – Fairuz 1999"],
  hebrew: ["שָׁלוֹם עולם – תמיד", "נעמי שמר"],
  hindi: ["तेरी मेरी कहानी – क्षत्रिय स्त्री।", "लता मंगेशकर"],
  thai: ["ที่สุดของหัวใจ น้ำผึ้ง ปู่", "ก๊อต จักรพันธ์"],
  sequences: ["👨‍👩‍👧🇩🇪❤️‍🔥1️⃣👍🏽🏳️‍🌈🏴󠁧󠁢󠁥󠁮󠁧󠁿👩🏽‍🚀", "🎵 DJ 😀 ☎ ★ ♪ 𝓛𝓸𝓿𝓮 ①"],
  newline: ["One\nTwo\tThree\u0000", "a\r\nb"],
  longJapanese: ["夜に駆ける".repeat(400), "初音ミク".repeat(2500)],
  longKorean: ["봄날 방탄소년단 ".repeat(200), "아이유".repeat(200)],
  longChinese: ["青花瓷，".repeat(2500), "周杰倫".repeat(200)],
  longArabic: ["مرحبا بالعالم أغنية لا تنسى ".repeat(60), "فيروز ".repeat(1700)],
  longHebrew: ["שלום עולם ".repeat(60), "נעמי שמר ".repeat(60)],
  longHindi: ["क्षत्रिय स्त्री कहानी ".repeat(60), "लता मंगेशकर ".repeat(60)],
  longThai: ["ที่สุดของหัวใจน้ำผึ้ง".repeat(60), "ก๊อต จักรพันธ์".repeat(60)],
  longEmoji: ["👨‍👩‍👧🇩🇪👍🏽🔥".repeat(200), "🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(300)],
  tiny: ["i", "."],
};

const element = { fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true } as const;

/** Every family and weight, fractions of pixels, half opacity, and the elements of later issues. */
export const MIXED_SCENE = scene.parse({
  elements: [
    { ...element, id: "1", type: "artwork", xPosition: 100.5, yPosition: 60.25, fontSize: 401, opacity: 70 },
    {
      ...element,
      id: "2",
      type: "track-title",
      xPosition: 600.3,
      yPosition: 80.7,
      fontSize: 71.5,
      fontFamily: "Roboto",
      fontWeight: "700",
    },
    { ...element, id: "3", type: "artist-name", xPosition: 600, yPosition: 200, fontSize: 48, fontFamily: "Arial", textColor: "#FFCC00" },
    {
      ...element,
      id: "4",
      type: "track-title",
      xPosition: 600,
      yPosition: 300,
      fontSize: 128,
      fontFamily: "Arial",
      fontWeight: "700",
      opacity: 35,
    },
    { ...element, id: "5", type: "channel-name", xPosition: 40, yPosition: 520, fontSize: 8, fontFamily: "Roboto" },
    { ...element, id: "6", type: "progress-bar", xPosition: 40, yPosition: 600, fontSize: 20 },
    { ...element, id: "8", type: "logo", mediaAssetId: "wide", xPosition: 1500, yPosition: 600, fontSize: 150, opacity: 85 },
    { ...element, id: "9", type: "image", mediaAssetId: "square", xPosition: 1000.4, yPosition: 500.2, fontSize: 480 },
    { ...element, id: "10", type: "icon", mediaAssetId: "wide", xPosition: 40, yPosition: 900, fontSize: 32 },
    { ...element, id: "11", type: "social-stats", content: "watching 🔥", xPosition: 300, yPosition: 900, fontSize: 64, opacity: 60 },
    { ...element, id: "12", type: "social-stats", xPosition: 300.7, yPosition: 820.3, fontSize: 27, fontFamily: "Roboto" },
    { ...element, id: "7", type: "text", content: "Overlapping", xPosition: 90, yPosition: 590, fontSize: 40, textColor: "#00FF88" },
  ],
});

const PLAYING = { ...frameOf("Office Wave Æther", "Tōkyō Łódź"), positionMs: 97_000, stats: { viewerCount: 12_345 } };

export const GOLDEN_CASES: readonly GoldenCase[] = [
  ...Object.entries(TITLES).map(([name, [title, artist]]) => ({
    name,
    scene: BUILT_IN_SCENE,
    frame: frameOf(title, artist),
    artwork: null,
    media: {},
    ...FULL_HD,
  })),
  ...SIZES.flatMap((size) =>
    (["cover.png", "photo.jpg"] as const).map((artwork) => ({
      name: `built-in ${artwork} ${size.heightPx}`,
      scene: BUILT_IN_SCENE,
      frame: frameOf("Café del Mar", "Energy 52"),
      artwork,
      media: {},
      ...size,
    })),
  ),
  ...SIZES.map((size) => ({
    name: `mixed ${size.heightPx}`,
    scene: MIXED_SCENE,
    frame: PLAYING,
    artwork: "cover.png" as const,
    media: { wide: "logo.png", square: "photo.jpg" } as const,
    ...size,
  })),
  ...BUILT_IN_TEMPLATES.flatMap(({ name, elements, plates }) =>
    SIZES.slice(0, 2).map((size) => ({
      name: `template ${name} ${size.heightPx}`,
      scene: scene.parse({ elements: elements.map(({ id, fields }) => ({ ...fields, id })), plates }),
      frame: PLAYING,
      artwork: "cover.png" as const,
      media: {},
      ...size,
    })),
  ),
  ...Object.entries(STYLE_SCENES).map(([name, elements], i) => ({
    name: `style ${name}`,
    scene: { elements },
    frame: PLAYING,
    artwork: "cover.png" as const,
    media: { wide: "logo.png", square: "photo.jpg" } as const,
    ...(i % 4 === 3 ? { widthPx: 1280, heightPx: 720 } : FULL_HD),
  })),
];
