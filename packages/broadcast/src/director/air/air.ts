import type { ContentUpdate, OnAirPicture, Plan, PlanBackground, PlanItem } from "@nightjar/contract";
import type { Phase } from "../../render/phase.ts";
import type { PictureChange, PictureLook, Segment, SegmentJoin, SegmentLabel } from "../../timeline/segment.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import type { Chosen, ListPlace, Programme } from "../choose/programme.ts";
import type { Rotation } from "../choose/rotation.ts";
import type { PlaceId, RenderedLevel, Rung } from "./rungs.ts";
import type { Wish, WishId } from "./wishes.ts";

/** The moment of an event, on both clocks. */
export interface Now {
  /** Monotonic. */
  readonly atMs: number;
  /** Wall clock, Unix time. */
  readonly wallMs: number;
}

/** What airs when nothing else can: complete, and there from the beginning. */
export interface SlateUnits {
  readonly video: UnitRef;
  readonly silence: UnitRef;
}

/** A join that is not yet tied to the serial of the segment before it. */
export type LooseJoin = Omit<SegmentJoin, "afterSerial">;

export type Stand =
  | { readonly is: "rendering" }
  /** It may be aired from its beginning without being caught up with. */
  | { readonly is: "ready"; readonly video: UnitRef }
  /** `isMachines`: the machine is at fault and not what is to be shown, so that it may be over in a moment. */
  | { readonly is: "failed"; readonly reason: string; readonly isMachines: boolean };

/** A picture that the machine failed to make is tried again. */
export interface Retry {
  /** Monotonic. */
  readonly atMs: number;
  readonly failures: number;
}

/** What a place is to look like. */
export interface View {
  readonly look: PictureLook;
  /** Equal for two pictures of which one may stand in for the other: their texts say the same of the track. */
  readonly truth: string;
  /** Something in it moves, so that its picture is as long as its track. */
  readonly isMoving: boolean;
  /** Monotonic time since when this is wanted. */
  readonly sinceMs: number;
}

/** A picture that the thread has cut to. It is written ahead of its time. */
export interface WrittenPicture {
  readonly changeId: number;
  readonly video: UnitRef;
  readonly picture: OnAirPicture;
  readonly look: PictureLook | null;
  /** Of the unit: the frame that it came on air with. 0: it was not entered, but begun. */
  readonly entryFrame: number;
  /** Monotonic. */
  readonly onAirAtMs: number;
}

/** Why a moving scene is to be shown without what moves. */
export type Motionless = "begun" | "overtaken" | "too-long";

/** The newest picture a place was given. */
export interface GivenPicture {
  readonly rung: Rung;
  readonly video: UnitRef;
  readonly look: PictureLook | null;
  readonly truth: string | null;
  /** 0: the segment's own. */
  readonly changeId: number;
}

/** One picture that a place could show now. */
export type Option = Omit<GivenPicture, "changeId">;

/** A picture that comes in over a transition from the background under the place before. */
export interface ComingIn {
  readonly via: UnitRef;
  /** Of the picture it leads into. */
  readonly videoKey: string;
  readonly entry: PictureChange["entry"];
}

/** One stretch of the air: an item or the slate, from when it is chosen until another is heard. */
export interface Place {
  readonly id: PlaceId;
  /**
   * coming: being prepared. queued: the thread has it. outdated: the thread has it, and is to have another in its stead.
   * withdrawn: it has another, but may have begun this one before it was told. written: it has begun. heard: its time has come.
   */
  readonly stage: "coming" | "queued" | "outdated" | "withdrawn" | "written" | "heard";
  readonly withdrawnAtMs: number | null;
  /** null: not yet told to the thread. */
  readonly serial: number | null;
  /** Monotonic, of its first packet; null: not begun. */
  readonly onAirAtMs: number | null;
  /** The same as wall-clock time, ISO 8601: told once and for all. */
  readonly startedAt: string | null;
  readonly isSlate: boolean;
  /** A slate between two tracks, because the next was late. */
  readonly isBridge: boolean;
  /** Of what has begun, with the file that sounds. null: the slate, what is in no plan any more, or was left from another file than that has. */
  readonly item: PlanItem | null;
  readonly label: Omit<SegmentLabel, "picture" | "look">;
  /** The plan its sound was made for. */
  readonly soundPlan: Plan;
  readonly sound: { readonly audio: UnitRef; readonly phase: Phase | null; readonly fadeIn: LooseJoin | null } | null;
  /** Its sound is not cached: it is known that it takes a while. */
  readonly isSoundRendering: boolean;
  /** A cut into it; and of what has begun, the join it was told with. */
  readonly cut: SegmentJoin | null;
  readonly isJump: boolean;
  /** null: not made yet. `join` null: there is none. */
  readonly joining: { readonly afterId: PlaceId; readonly join: LooseJoin | null } | null;
  readonly comingIn: ComingIn | null;
  /** The signature of the transition that is not to be had. */
  readonly noComingIn: string | null;
  /** What it was looked up for; another plan, background or item is looked up anew. */
  readonly viewFor: { readonly plan: Plan; readonly version: number; readonly background: PlanBackground; readonly item: PlanItem } | null;
  readonly view: View | null;
  readonly motionless: Motionless | null;
  readonly stands: Readonly<Partial<Record<RenderedLevel, Stand>>>;
  readonly retries: Readonly<Partial<Record<RenderedLevel, Retry>>>;
  /** Another picture whose texts are true of it, found in the cache. */
  readonly earlier: { readonly video: UnitRef; readonly look: PictureLook; readonly truth: string } | null;
  readonly given: GivenPicture | null;
  /** Those that wait for their turn. */
  readonly changes: readonly PictureChange[];
  /** Others that did before these: the thread may have cut to one of them before it was told. */
  readonly replaced: readonly PictureChange[];
  /** In the order of air: the first is on air, or will be with the place; those behind it are written. Empty: not begun. */
  readonly writtenPictures: readonly WrittenPicture[];
}

/** Where the operator wants to go, until it is on air. */
export interface Jump {
  readonly chosen: Chosen;
  /** For the making of the cut; more at each try. */
  readonly marginMs: number;
  readonly attempt: number;
  /** The attempt that was answered last; 0: none. */
  readonly answered: number;
  /** When the thread should have taken the cut; then it is tried again. */
  readonly retryAtMs: number | null;
}

/** Somebody waits until what is wanted is on air. */
export interface WaitingUpdate {
  readonly ticket: number;
  /** Monotonic: by then it must be on air, or the next step towards that be done. */
  readonly deadlineMs: number | null;
  readonly outcome: ContentUpdate | null;
}

/** Picture of an item as it was shown last. */
export interface Remembered {
  readonly videoKey: string;
  readonly look: PictureLook;
  readonly truth: string;
}

/** All that is true and wanted of what one session airs. One value, changed by `step` alone. */
export interface Air {
  readonly plan: Plan;
  /** Counts the plans: what was looked up for one may be otherwise under the next. */
  readonly planVersion: number;
  /** idle: no timeline. opening: nothing has been told to the thread. ending: what sounds fades away. over: for good. */
  readonly stage: "idle" | "opening" | "open" | "ending" | "over";
  readonly slate: SlateUnits | null;
  /** When the timeline began to open; null: it has never been. */
  readonly openingAtMs: number | null;
  /** In the order of air. Of those begun, the last is what the thread plays. */
  readonly places: readonly Place[];
  /** Something that decides what is to come has changed. */
  readonly isToChoose: boolean;
  /** Hashes of files that cannot be played. */
  readonly leftOut: ReadonlySet<string>;
  /** Bare backgrounds that are there, by the background's key. */
  readonly bare: ReadonlyMap<string, UnitRef>;
  readonly programme: Programme;
  readonly rotation: Rotation;
  /** The item after which the list goes on. */
  readonly anchor: ListPlace | null;
  readonly jump: Jump | null;
  readonly wishes: ReadonlyMap<WishId, Wish>;
  /** By item. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  readonly updates: readonly WaitingUpdate[];
  /** Of what sounds, at Stop; null: not asked for. */
  readonly fade: "making" | "queued" | "there" | "impossible" | null;
  /** What was heard when the operator left it last. */
  readonly leftSerial: number | null;
  /** The last segments told to the thread, so that nothing is told twice. */
  readonly told: readonly Segment[];
  readonly lastPlaceId: PlaceId;
  readonly lastSerial: number;
  readonly lastChangeId: number;
}

export const hasBegun = ({ stage }: Place): boolean => stage === "written" || stage === "heard";

/** The place that the thread plays. */
export function soundingPlace({ places }: Pick<Air, "places">): Place | null {
  return places.findLast(hasBegun) ?? null;
}

/** What is to follow, in order: prepared or being prepared. */
export function comingPlaces({ places }: Pick<Air, "places">): readonly Place[] {
  return places.filter(({ stage, isSlate }) => !isSlate && (stage === "coming" || stage === "queued"));
}

/** What is heard now. */
export function heardPlace({ places }: Pick<Air, "places">): Place | null {
  return places.findLast(({ stage }) => stage === "heard") ?? null;
}

/** The picture that is on air while the place is heard; null: not begun. */
export function pictureOnAir({ writtenPictures }: Place): WrittenPicture | null {
  return writtenPictures[0] ?? null;
}

/** The newest picture that is written. */
export function newestPicture({ writtenPictures }: Place): WrittenPicture | null {
  return writtenPictures.at(-1) ?? null;
}

/** Written, but its time is still to come. */
export function announcedPlace({ places }: Pick<Air, "places">): Place | null {
  return places.find(({ stage }) => stage === "written") ?? null;
}

export function placeOf({ places }: Pick<Air, "places">, id: PlaceId): Place | null {
  return places.find((place) => place.id === id) ?? null;
}

/** The place with this change, the others as they are. */
export function withPlace<T extends Pick<Air, "places">>(air: T, id: PlaceId, change: (place: Place) => Place): T {
  let isChanged = false;
  const places = air.places.map((place) => {
    if (place.id !== id) return place;
    const changed = change(place);
    isChanged ||= changed !== place;
    return changed;
  });
  return isChanged ? { ...air, places } : air;
}
