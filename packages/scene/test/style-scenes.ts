import type { Scene, SceneElement } from "@nightjar/contract";
import { ELEMENT_TYPES, FONT_FAMILIES, scene, TEXT_ALIGNS } from "@nightjar/contract";

type Given = Partial<SceneElement> & Pick<SceneElement, "type">;

let made = 0;
function element(xPosition: number, yPosition: number, given: Given): SceneElement {
  const base = { xPosition, yPosition, fontSize: 40, fontFamily: "Inter", textColor: "#FFFFFF", opacity: 100, isVisible: true };
  const [only] = scene.parse({ elements: [{ ...base, id: `s${made++}`, ...given }] }).elements;
  if (only === undefined) throw new Error("an element was lost");
  return only;
}
const text = (xPosition: number, yPosition: number, content: string, given: Partial<SceneElement> = {}): SceneElement =>
  element(xPosition, yPosition, { type: "text", content, ...given });

const grid = <T>(items: readonly T[], columns: number, place: (item: T, x: number, y: number) => SceneElement): SceneElement[] =>
  items.map((item, i) => place(item, 60 + (i % columns) * (1800 / columns), 40 + Math.floor(i / columns) * 200));

const WHITE = "#FFFFFF";
const BLUE = "#2563EB";
const shadow = { shadowOpacity: 80, shadowBlurPx: 12, shadowOffsetPx: 6 } as const;
const outline = { outlineWidthPx: 4, outlineColor: "#B91C1C" } as const;

/** One of each type, in a grid, looking as given. */
const everyType = (given: Partial<SceneElement>): SceneElement[] =>
  grid(ELEMENT_TYPES, 4, (type, x, y) =>
    element(x + 0.4, y + 0.3, { type, content: "own words 🔥", mediaAssetId: mediaOf(type), ...sizeOf(type), ...given }),
  );
const mediaOf = (type: SceneElement["type"]) => (type === "logo" ? MEDIA.wide : MEDIA.square);
const sizeOf = (type: SceneElement["type"]) => ({ fontSize: ["artwork", "image", "logo", "icon"].includes(type) ? 150 : 36 });
const MEDIA = {
  wide: scene.parse({ elements: [{ ...text(0, 0, ""), mediaAssetId: "wide" }] }).elements[0]?.mediaAssetId ?? null,
  square: scene.parse({ elements: [{ ...text(0, 0, ""), mediaAssetId: "square" }] }).elements[0]?.mediaAssetId ?? null,
};

const PERCENTS = [1, 10, 25, 50, 75, 90, 99, 100];
const LOREM = "Wherever you go, there you are – “and nowhere else” (office affluence, 5-5 or well-known). ";
const WORDS = {
  latin: LOREM.repeat(3),
  written: "First line\n\n  third, after an empty one\r\nSupercalifragilisticexpialidocious-and-more\tend",
  arabic: "مرحبا بالعالم، أغنية لا تنسى (فيروز) 1999 والليل يا ليلى يعاتبني ويقول لي سلم على ليلى",
  hebrew: "שָׁלוֹם עולם – תמיד אני שר לך שירים Live 2024 בתל אביב, ועוד כמה מילים ארוכות",
  japanese: "夜に駆ける「千本桜」、沈むように溶けてゆくように。二人だけの空が広がる夜に・・・ラーメンと YOASOBI",
  chinese: "青花瓷，天青色等烟雨，而我在等你。炊烟袅袅升起，隔江千万里《在瓶底书汉隶》仿前朝的飘逸",
  korean: "보고 싶다 이렇게 말하니까 더 보고 싶다 너희 사진을 보고 있어도 보고 싶다 봄날",
  thai: "ที่สุดของหัวใจน้ำผึ้งพระจันทร์และความรักที่ไม่เคยจางหายไปในคืนที่ฟ้าเต็มไปด้วยดวงดาวเก่าๆ",
  hindi: "तेरी मेरी कहानी – क्षत्रिय स्त्री। बारिशों का पानी बनके जो तू इश्क़ बरसा",
  emoji: "👨‍👩‍👧🇩🇪❤️‍🔥1️⃣👍🏽🏳️‍🌈🎵😀".repeat(3),
} as const;

const wrapped = { textOverflow: "wrap", boxWidthPx: 520 } as const;

function sized(fontSize: number): SceneElement[] {
  const rows = FONT_FAMILIES.flatMap((fontFamily) => (["400", "700"] as const).map((fontWeight) => ({ fontFamily, fontWeight })));
  return rows.map((face, i) =>
    text(40.3, 20 + i * Math.min(170, fontSize * 1.3), "Hågar Qty 8% Wave", { fontSize, ...face, ...shadow, opacity: 80 }),
  );
}

export const STYLE_SCENES: Readonly<Record<string, Scene["elements"]>> = {
  ...Object.fromEntries([8, 13, 24, 48, 96, 128, 200, 300, 512, 1024].map((size) => [`size ${size}`, sized(size)])),
  "pictures 1024": [
    element(10, 20, { type: "image", mediaAssetId: MEDIA.square, fontSize: 1024, ...shadow, shadowBlurPx: 40 }),
    element(1040, 40, { type: "artwork", fontSize: 860, ...shadow, shadowBlurPx: 64, shadowOffsetPx: 30, opacity: 70 }),
  ],
  "pictures 8": grid(PERCENTS, 4, (opacity, x, y) =>
    element(x, y, { type: "icon", mediaAssetId: MEDIA.square, fontSize: 8 + opacity / 4, opacity }),
  ),
  "opacity plain": grid(PERCENTS, 2, (opacity, x, y) => text(x, y, `Opacity ${opacity} 🔥`, { opacity, fontSize: 60 })),
  "opacity decorated": grid(PERCENTS, 2, (opacity, x, y) =>
    text(x, y, `Opacity ${opacity} 🔥`, { opacity, fontSize: 60, ...shadow, ...outline }),
  ),
  "every type with a shadow": everyType(shadow),
  "every type with an outline": everyType(outline),
  "every type with both": everyType({ ...shadow, ...outline, opacity: 55 }),
  "shadow blur": grid([0, 0.5, 2, 5, 13, 27, 45, 64], 2, (shadowBlurPx, x, y) =>
    text(x, y, `Blur ${shadowBlurPx}`, { ...shadow, shadowBlurPx, shadowOpacity: 100, shadowColor: BLUE, fontSize: 90 }),
  ),
  "shadow offset": grid([-64, -20, -1, 0, 1, 3.5, 20, 64], 2, (shadowOffsetPx, x, y) =>
    text(x, y, `Offset ${shadowOffsetPx}`, { ...shadow, shadowOffsetPx, shadowColor: "#F59E0B", fontSize: 70 }),
  ),
  "shadow opacity": grid(PERCENTS, 2, (shadowOpacity, x, y) =>
    text(x, y, `Strength ${shadowOpacity}`, { ...shadow, shadowOpacity, fontSize: 70 }),
  ),
  "outline width": grid([0.5, 1, 2, 3.3, 8, 14, 24, 32], 2, (outlineWidthPx, x, y) =>
    text(x, y, `Outline ${outlineWidthPx}`, { ...outline, outlineWidthPx, fontSize: 100, fontWeight: "700" }),
  ),
  "outline in every font": FONT_FAMILIES.flatMap((fontFamily, i) => [
    text(40, 60 + i * 300, "Sharp WMXZ & round &@8", { ...outline, outlineWidthPx: 9, fontFamily, fontWeight: "700", fontSize: 110 }),
    text(40, 220 + i * 300, "Sharp WMXZ & round &@8", { ...outline, outlineWidthPx: 3, fontFamily, fontSize: 60, opacity: 40 }),
  ]),
  "outline in every script": Object.values(WORDS).map((content, i) =>
    text(40, 20 + i * 104, content, { ...outline, outlineWidthPx: 5, ...shadow, fontSize: 64 }),
  ),
  edges: [
    ...(
      [
        [-30, -20],
        [1880, -10],
        [-40, 1050],
        [1850, 1040],
        [1919, 1079],
        [900, 1062],
        [930, -24],
      ] as const
    ).flatMap(([x, y]) => [text(x, y, "Edge of it", { ...shadow, ...outline, shadowBlurPx: 40, boxWidthPx: 600, fontSize: 60 })]),
    element(1800, 300, { type: "artwork", fontSize: 300, ...shadow }),
    element(-150, 500, { type: "image", mediaAssetId: MEDIA.wide, fontSize: 300, ...shadow }),
    element(1700, 700, { type: "progress-bar", boxWidthPx: 500, ...shadow, ...outline }),
  ],
  aligned: TEXT_ALIGNS.flatMap((textAlign, i) => [
    text(60.5, 60 + i * 300, "Aligned AVATAR", { textAlign, boxWidthPx: 811.3, fontSize: 52 }),
    text(60, 130 + i * 300, WORDS.hebrew, { textAlign, boxWidthPx: 811, fontSize: 52 }),
    text(1000, 60 + i * 300, LOREM, { textAlign, boxWidthPx: 800, fontSize: 40, textOverflow: "wrap" }),
    element(60, 200 + i * 300, { type: "social-stats", content: "watching", textAlign, boxWidthPx: 811, ...shadow }),
  ]),
  ...Object.fromEntries(
    Object.entries(WORDS).map(([name, content]) => [
      `wrapped ${name}`,
      TEXT_ALIGNS.flatMap((textAlign, i) => [
        text(40 + i * 630, 40, content, { ...wrapped, textAlign, fontSize: 44 }),
        text(40.7 + i * 630, 560.4, content, {
          ...wrapped,
          textAlign,
          fontSize: 44,
          ...shadow,
          ...outline,
          opacity: 85,
          fontWeight: "700",
        }),
      ]),
    ]),
  ),
  "wrapped to the end of the canvas": [
    text(40, 300, LOREM.repeat(30), { ...wrapped, fontSize: 60, boxWidthPx: 900 }),
    element(1000, 500, { type: "track-title", textOverflow: "wrap", fontSize: 90, ...shadow, textAlign: "center", boxWidthPx: 880 }),
    element(1000, 40, { type: "social-stats", content: LOREM, textOverflow: "wrap", boxWidthPx: 880, ...outline, textColor: WHITE }),
  ],
  "progress bars": grid([0.5, 1, 2, 5, 9, 16, 24, 32], 2, (outlineWidthPx, x, y) =>
    element(x, y, {
      type: "progress-bar",
      ...outline,
      ...shadow,
      outlineWidthPx,
      fontSize: 20 + outlineWidthPx * 3,
      opacity: 90,
      boxWidthPx: 700,
    }),
  ),
};
