import type { Logger, PlanBackground, PreparingBackground } from "@nightjar/contract";
import { createListeners } from "@nightjar/kit";
import type { Renderer } from "../../render/renderer.ts";
import type { Urgency } from "../../render/requests.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { type CompositeNeeds, bareRequest } from "../prepare/composite-request.ts";
import type { Slates } from "../prepare/slates.ts";
import type { IdleTime } from "./idle-time.ts";
import { type HeaderChoice, headerProfile } from "../prepare/header-choice.ts";
import { type UsedBackground, usedName } from "./used-backgrounds.ts";

/** As much of a renderer as makes them. */
export interface BareRenderer {
  cachedComposite: Renderer["cachedComposite"];
  composite(...asked: Parameters<Renderer["composite"]>): Promise<{ readonly done: Promise<UnitRef>; progress(): number }>;
}

export interface BareBackgroundsNeeds {
  readonly renderer: BareRenderer;
  readonly slates: Pick<Slates, "find">;
  readonly videoFacts: CompositeNeeds["videoFacts"];
  readonly idle: Pick<IdleTime, "spare">;
  readonly log: Logger;
  readonly nowMs?: () => number;
}

/** What could not be made is tried again no sooner: its file may be back by then, or the disk have room. */
const REST_MS = 10 * 60_000;
/** Never before a wanted picture. */
const URGENCY: Urgency = { lane: "idle", label: "Background" };
/** Each asks for the facts of its file, and that is a process of its own. */
const LOOKS_AT_ONCE = 3;

interface There {
  /** What it was really made with is part of it. */
  readonly name: string;
  readonly unit: UnitRef;
}

/**
 * The backgrounds without any scene, one for each of them and each kind of headers: made as soon as one is used, on air or
 * off, and kept while it is, so that they are there when a wanted picture is not.
 */
export class BareBackgrounds {
  readonly #needs: BareBackgroundsNeeds;
  /** By the name under which they were asked for. */
  #used: ReadonlyMap<string, UsedBackground> = new Map();
  readonly #there = new Map<string, There>();
  /** Those that were looked for in the cache and were not there. */
  readonly #missing = new Set<string>();
  readonly #busy = new Map<string, "looking" | "making">();
  readonly #making = new Map<string, { readonly sinceMs: number; readonly progress: () => number }>();
  readonly #restsUntilMs = new Map<string, number>();
  readonly #listeners = createListeners();
  #isClosed = false;

  constructor(needs: BareBackgroundsNeeds) {
    this.#needs = needs;
  }

  /** Their units: these must stay. */
  get keys(): readonly string[] {
    return [...this.#there.values()].map(({ unit }) => unit.key);
  }

  /** All that is used from now on. What was there and is not used any more is forgotten, and may be evicted. */
  want(used: readonly UsedBackground[]): void {
    const byName = new Map<string, UsedBackground>();
    for (const one of used) {
      const name = usedName(one);
      if (one.background.kind !== "default" && !byName.get(name)?.isOnAir) byName.set(name, one);
    }
    this.#used = byName;
    const gone = [...this.#there.keys()].filter((name) => !byName.has(name));
    for (const name of gone) this.#there.delete(name);
    for (const name of this.#restsUntilMs.keys()) if (!byName.has(name)) this.#restsUntilMs.delete(name);
    for (const name of this.#missing) if (!byName.has(name)) this.#missing.delete(name);
    if (gone.length > 0) this.#tell();
    this.#goOn();
  }

  /** What may be shown at once, complete; null: it is not there. `choice`: with the encoder that is really used. */
  find(background: PlanBackground, choice: HeaderChoice): UnitRef | null {
    const name = usedName({ background, choice });
    return [...this.#there.values()].find((there) => there.name === name)?.unit ?? null;
  }

  /** What is used and not there yet; what could not be made is not told of. */
  preparing(): readonly PreparingBackground[] {
    const nowMs = this.#nowMs();
    return [...this.#used].flatMap(([name, { background }]) => {
      if (background.kind === "default" || this.#there.has(name) || this.#restsUntilMs.has(name)) return [];
      const made = this.#making.get(name);
      const making = made ? { progress: made.progress(), elapsedMs: nowMs - made.sinceMs } : null;
      return [{ sha256: background.file.sha256, making }];
    });
  }

  /** Called when one is there, or is gone. @returns ends it */
  onChange(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** A unit was broken, and removed: it is made again where it was one of these. */
  repair(key: string): void {
    const broken = [...this.#there].filter(([, { unit }]) => unit.key === key);
    for (const [name] of broken) this.#there.delete(name);
    if (broken.length === 0) return;
    this.#tell();
    this.#goOn();
  }

  /** The disk has room again: what could not be made rests no longer. */
  roomAgain(): void {
    this.#restsUntilMs.clear();
    this.#goOn();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Those that are in the cache are found before any is made, a few at a time; they are made one after the other. */
  #goOn(): void {
    const nowMs = this.#nowMs();
    for (const [name, used] of this.#isClosed ? [] : this.#used) {
      if (this.#there.has(name) || this.#busy.has(name) || (this.#restsUntilMs.get(name) ?? 0) > nowMs) continue;
      const isMissing = this.#missing.has(name);
      const busy = [...this.#busy.values()].filter((what) => what === (isMissing ? "making" : "looking")).length;
      if (busy < (isMissing ? 1 : LOOKS_AT_ONCE)) void this.#take(name, used, isMissing);
    }
  }

  async #take(name: string, used: UsedBackground, isMissing: boolean): Promise<void> {
    this.#busy.set(name, isMissing ? "making" : "looking");
    try {
      const there = await this.#unit(name, used, isMissing);
      if (!there) return void this.#missing.add(name);
      this.#missing.delete(name);
      this.#restsUntilMs.delete(name);
      if (!this.#used.has(name)) return;
      this.#there.set(name, there);
      this.#tell();
    } catch (error) {
      this.#failed(name, error);
    } finally {
      this.#busy.delete(name);
      this.#goOn();
    }
  }

  /** null: it is not in the cache, and was not to be made. */
  async #unit(askedName: string, { background, choice: wanted }: UsedBackground, isMissing: boolean): Promise<There | null> {
    const { idle, renderer, slates, videoFacts } = this.#needs;
    // One that has begun holds a place: it waits until all that is wanted has one.
    if (isMissing) await idle.spare();
    const { slate, encoder } = await slates.find(wanted);
    const choice = { ...wanted, renderEncoder: encoder };
    const profile = headerProfile(choice);
    const request = await bareRequest({ videoFacts }, background, profile);
    const name = usedName({ background, choice });
    const cached = await renderer.cachedComposite(profile, slate.headers, request);
    if (cached || !isMissing) return cached && { name, unit: cached };
    const handle = await renderer.composite(profile, slate.headers, request, URGENCY);
    this.#making.set(askedName, { sinceMs: this.#nowMs(), progress: () => handle.progress() });
    try {
      return { name, unit: await handle.done };
    } finally {
      this.#making.delete(askedName);
    }
  }

  #failed(name: string, error: unknown): void {
    if (this.#isClosed) return;
    this.#restsUntilMs.set(name, this.#nowMs() + REST_MS);
    this.#needs.log.warn({ err: error, background: name }, "a background could not be rendered alone");
  }

  #nowMs(): number {
    return (this.#needs.nowMs ?? (() => performance.now()))();
  }

  #tell(): void {
    this.#listeners.tell();
  }
}
