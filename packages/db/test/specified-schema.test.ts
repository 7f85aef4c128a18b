import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import * as schema from "../src/index.ts";
import { createTestDatabase } from "../src/testing.ts";

/** A field of the specification, with its default and whether it is required. */
type Field = readonly [
  name: string,
  more?: { readonly is?: unknown; readonly required?: true; readonly unique?: true; readonly as?: string },
];

const REQUIRED = { required: true } as const;
const platform: readonly Field[] = [
  ...(["ytLiveStreamId", "ytStreamKeySealed", "ytApiKeySealed", "ytChannelId", "ytChannelName", "ytBroadcastId"] as const).map(
    (name): Field => [name],
  ),
  ["ytConnected", { is: false }],
  ...(["ytAccessTokenSealed", "ytRefreshTokenSealed", "ytTokenExpiry", "streamUrl"] as const).map((name): Field => [name]),
  ["rtmpUrl", { is: "rtmp://a.rtmp.youtube.com/live2" }],
  ...(["cloudStreamId", "cloudStreamKeySealed", "cloudPlaybackUrl", "cloudRtmpUrl"] as const).map((name): Field => [name]),
  ["cloudStreamingEnabled", { is: false }],
  ["streamProvider", { is: "youtube" }],
];
const chosen: readonly Field[] = [["currentTrackId"], ["activeBackgroundId"], ["activeOverlayTemplateId"]];

/** What is stored under another name, and why: a duration is milliseconds inside, and a secret is sealed. */
const TABLES: readonly (readonly [name: string, table: SQLiteTable, fields: readonly Field[]])[] = [
  ["media_assets", schema.mediaAssets, [["id"], ["fileName"], ["filePath", { unique: true }], ["fileType"], ["createdAt"]]],
  [
    "users",
    schema.users,
    [
      ...([["id"], ["email", { unique: true }], ["password"], ["role", { is: "staff" }], ["status", { is: "pending" }]] as const),
      ...([["createdAt"], ["approvedAt"], ["approvedBy"]] as const),
    ],
  ],
  [
    "tracks",
    schema.tracks,
    [
      ...([["id"], ["title", REQUIRED], ["artist", REQUIRED], ["album"], ["durationMs", REQUIRED], ["genre"], ["isrcCode"]] as const),
      ...([["artworkUrl"], ["audioSha256"], ["tags"], ["mood"], ["bpm"], ["key"], ["language"], ["explicit"]] as const),
      ...([["recordLabel"], ["releaseDate"], ["playCount", { is: 0 }], ["spotifyId"], ["popularity"], ["energy"], ["valence"]] as const),
      ...([["danceability"], ["acousticness"], ["instrumentalness"], ["liveness"], ["loudness"], ["speechiness"]] as const),
      ...([["timeSignature"], ["albumType"], ["albumTotalTracks"], ["albumReleaseDate"], ["artistGenres"], ["artistPopularity"]] as const),
      ...([["previewUrl"], ["spotifyUrl"], ["markets"], ["discNumber"], ["trackNumber"], ["createdAt"]] as const),
    ],
  ],
  ["sessions", schema.sessions, [["id"], ["userId"], ["token", { unique: true }], ["expiresAt"], ["createdAt"]]],
  [
    "backgrounds",
    schema.backgrounds,
    [
      ...([["id"], ["title", REQUIRED], ["description"], ["videoUrl", REQUIRED], ["thumbnailUrl"], ["durationMs", REQUIRED]] as const),
      ...([["resolution", { is: "1920x1080" }], ["isActive", { is: false }], ["createdAt"]] as const),
    ],
  ],
  [
    "overlay_templates",
    schema.overlayTemplates,
    [["id"], ["name", REQUIRED], ["description"], ["isDefault", { is: false }], ["createdAt"]],
  ],
  [
    "overlay_elements",
    schema.overlayElements,
    [
      ...([["id"], ["name", REQUIRED], ["type", REQUIRED], ["xPosition", { is: 0 }], ["yPosition", { is: 0 }]] as const),
      ...([
        ["fontSize", { is: 14 }],
        ["fontFamily", { is: "Roboto" }],
        ["textColor", { is: "#FFFFFF" }],
      ] as const),
      ...([["opacity", { is: 90 }], ["isVisible", { is: true }], ["templateId"], ["content"], ["mediaAssetId"]] as const),
    ],
  ],
  [
    "playlists",
    schema.playlists,
    [
      ...([["id"], ["name", REQUIRED], ["description"], ["trackCount", { is: 0 }], ["source", { is: "manual" }]] as const),
      ...([["spotifyId"], ["coverUrl"], ["isActive", { is: false }], ["createdAt"]] as const),
    ],
  ],
  [
    "streams",
    schema.streams,
    [
      ...([
        ["id"],
        ["title", REQUIRED],
        ["description"],
        ["channelName"],
        ["viewerCount", { is: 0 }],
        ["artworkUrl"],
        ["createdAt"],
      ] as const),
      ...chosen,
      ...platform,
    ],
  ],
  ["stream_settings", schema.streamSettings, [["streamTitle"], ["streamDescription"], ...chosen, ...platform]],
];

describe("what the specification stores", () => {
  it.each(TABLES)("%s has its fields, with what is required, what is unique and its defaults", (name, table, fields) => {
    const { columns, name: stored } = getTableConfig(table);
    expect(stored).toBe(name);
    const byName = new Map(Object.entries(table).map(([key, column]) => [key, columns.find((one) => one === column)]));
    for (const [key, { is, required, unique } = {}] of fields) {
      const column = byName.get(key);
      expect(column, key).toBeDefined();
      if (is !== undefined) expect([key, column?.default]).toEqual([key, is]);
      if (required) expect([key, column?.notNull, column?.hasDefault]).toEqual([key, true, false]);
      if (unique) expect([key, column?.isUnique]).toEqual([key, true]);
    }
  });

  it("has ids that are made here and unlike each other, and the moment of each row's making", async () => {
    const { db, close } = await createTestDatabase();
    const make = (title: string) => db.insert(schema.streams).values({ title }).returning().get();
    const [one, two] = [make("One"), make("Two")];
    expect(one.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(two.id).not.toBe(one.id);
    expect(one.createdAt).toBeInstanceOf(Date);
    close();
  });

  it("has elements that belong to a template and may show a media asset, and lose what is gone", async () => {
    const { db, close } = await createTestDatabase();
    const template = db.insert(schema.overlayTemplates).values({ name: "T" }).returning().get();
    const asset = db.insert(schema.mediaAssets).values({ fileName: "a", filePath: "a", fileType: "image/png" }).returning().get();
    const values = { name: "E", type: "logo", templateId: template.id, mediaAssetId: asset.id } as const;
    db.insert(schema.overlayElements).values(values).run();
    const element = () => db.select().from(schema.overlayElements).get();
    db.delete(schema.mediaAssets).run();
    expect(element()).toMatchObject({ templateId: template.id, mediaAssetId: null });
    db.delete(schema.overlayTemplates).run();
    expect(element()).toBeUndefined();
    close();
  });
});
