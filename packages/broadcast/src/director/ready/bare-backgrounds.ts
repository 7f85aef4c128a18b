import type { Logger, PlanBackground } from "@nightjar/contract";
import type { Renderer } from "../../render/renderer.ts";
import type { Urgency } from "../../render/requests.ts";
import type { UnitRef } from "../../timeline/unit.ts";
import { type CompositeNeeds, bareRequest } from "../composite-request.ts";
import type { Slates } from "../slates.ts";
import { type HeaderChoice, headerProfile } from "../splice.ts";
import { type UsedBackground, usedName } from "./used-backgrounds.ts";

/** As much of a renderer as makes them. */
export interface BareRenderer {
  composite(...asked: Parameters<Renderer["composite"]>): Promise<{ readonly done: Promise<UnitRef> }>;
}

export interface BareBackgroundsNeeds {
  readonly renderer: BareRenderer;
  readonly slates: Pick<Slates, "find">;
  readonly probeVideo: CompositeNeeds["probeVideo"];
  readonly log: Logger;
  readonly nowMs?: () => number;
}

/** What could not be made is tried again no sooner: its file may be back by then, or the disk have room. */
const REST_MS = 10 * 60_000;
/** Never before a wanted picture. */
const URGENCY: Urgency = { lane: "idle", label: "Background" };
const PLACES_OFF_AIR = 1;
const PLACES_ON_AIR = 3;

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
  readonly #making = new Set<string>();
  readonly #restsUntilMs = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
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
    if (gone.length > 0) this.#tell();
    this.#makeNext();
  }

  /** What may be shown at once, complete; null: it is not there. `choice`: with the encoder that is really used. */
  find(background: PlanBackground, choice: HeaderChoice): UnitRef | null {
    const name = usedName({ background, choice });
    return [...this.#there.values()].find((there) => there.name === name)?.unit ?? null;
  }

  /** Called when one is there, or is gone. @returns ends it */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A unit was broken, and removed: it is made again where it was one of these. */
  repair(key: string): void {
    const broken = [...this.#there].filter(([, { unit }]) => unit.key === key);
    for (const [name] of broken) this.#there.delete(name);
    if (broken.length === 0) return;
    this.#tell();
    this.#makeNext();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** A few at a time: each of them asks for the facts of its file first, and that is a process of its own. */
  #makeNext(): void {
    const nowMs = this.#nowMs();
    for (const [name, used] of this.#isClosed ? [] : this.#used) {
      const isSettled = this.#there.has(name) || this.#making.has(name) || (this.#restsUntilMs.get(name) ?? 0) > nowMs;
      // One that nobody airs does not hold up those on air.
      const places = used.isOnAir ? PLACES_ON_AIR : PLACES_OFF_AIR;
      if (!isSettled && this.#making.size < places) void this.#make(name, used);
    }
  }

  async #make(name: string, used: UsedBackground): Promise<void> {
    this.#making.add(name);
    try {
      const there = await this.#made(used);
      this.#restsUntilMs.delete(name);
      if (!this.#used.has(name)) return;
      this.#there.set(name, there);
      this.#tell();
    } catch (error) {
      this.#failed(name, error);
    } finally {
      this.#making.delete(name);
      this.#makeNext();
    }
  }

  /** From the cache, where it was made before. */
  async #made({ background, choice: wanted }: UsedBackground): Promise<There> {
    const { renderer, slates, probeVideo } = this.#needs;
    const { slate, encoder } = await slates.find(wanted);
    const choice = { ...wanted, renderEncoder: encoder };
    const profile = headerProfile(choice);
    const request = await bareRequest({ probeVideo }, background, profile);
    const handle = await renderer.composite(profile, slate.headers, request, URGENCY);
    return { name: usedName({ background, choice }), unit: await handle.done };
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
    for (const listener of this.#listeners) listener();
  }
}
