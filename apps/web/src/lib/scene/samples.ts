import type { FrameState } from "@nightjar/contract";

/** A track to look at an overlay with: one of ours, or a real one. */
export interface SampleTrack {
  readonly id: string;
  /** What it is called in the choice. */
  readonly label: string;
  readonly title: string;
  readonly artist: string;
  readonly artworkUrl: string | null;
  readonly durationMs: number;
}

/** Specification: the preview's length where no track says its own. */
export const FALLBACK_DURATION_MS = (3 * 60 + 45) * 1000;

const sample = (id: string, label: string, title: string, artist: string, durationMs = FALLBACK_DURATION_MS): SampleTrack => ({
  ...{ id, label, title, artist, durationMs },
  artworkUrl: null,
});

export const USUAL_TRACK = sample("usual", "Usual", "Midnight Harbour", "Ana Vidal");

/** Titles as they come: what an overlay must bear. The first is shown when the designer is entered. */
export const SAMPLE_TRACKS: readonly SampleTrack[] = [
  USUAL_TRACK,
  sample("short", "Very short", "Go", "Ö"),
  sample(
    "long",
    "Very long",
    "The Long and Winding Way Back From the Lighthouse at the End of the World (Extended Late Night Version) [2024 Remaster]",
    "The Royal Philharmonic Orchestra of the Northern Isles feat. Marguerite de la Fontaine & the Harbour Choir",
  ),
  sample("accents", "Accents", "Žluťoučký kůň à Đà Nẵng", "Björk Guðmundsdóttir & Łukasz Świątek"),
  sample("japanese", "Japanese", "夜に駆ける星のメロディー", "宇多田 ヒカル"),
  sample("korean", "Korean", "밤하늘의 별을 따라서", "아이유"),
  sample("chinese", "Chinese", "月亮代表我的心", "鄧麗君"),
  sample("arabic", "Arabic", "أنت عمري (نسخة طويلة)", "أم كلثوم"),
  sample("hebrew", "Hebrew", "ירושלים של זהב", "נעמי שמר"),
  sample("thai", "Thai", "คืนที่ดาวเต็มฟ้า", "ปาล์มมี่"),
  sample("hindi", "Hindi", "रात के हमसफ़र", "लता मंगेशकर"),
  sample("cyrillic", "Cyrillic", "Подмосковные вечера", "Владимир Трошин"),
  sample("emoji", "Emoji", "Summer 🌴☀️ Love 💛 (👩‍🎤 Edit)", "DJ 🐧 & Friends 🇧🇷"),
  sample("hour", "An hour long", "Deep Night Mix", "Studio Session", 62 * 60 * 1000),
];

/** Shown where no channel is connected. */
const SAMPLE_CHANNEL = "Night Shift Radio";
/** Enough digits to see how wide the figure gets. */
const SAMPLE_VIEWERS = 1248;

/** The frame of a sample track at a position. */
export function frameOf({ title, artist, durationMs }: SampleTrack, positionMs: number): FrameState {
  return { title, artist, channelName: SAMPLE_CHANNEL, positionMs, durationMs, stats: { viewerCount: SAMPLE_VIEWERS } };
}
