import type { Outline } from "./outline.ts";
import { CLOSE, CUBIC, LINE, MOVE, outlineOf, QUADRATIC } from "./outline.ts";
import { toWasmFunction } from "./wasm-callback.ts";
import { webAssembly } from "./web-assembly.ts";

/*
 * HarfBuzz through its C interface, from the wasm of the package harfbuzzjs. The package's own JavaScript is not used: it finds its
 * wasm by import.meta.url at import time behind a top-level await, which neither a CommonJS bundle nor Vite's pre-bundling can carry.
 */

type WasmCall = (...values: number[]) => number;
interface WasmTable {
  grow(by: number): number;
  set(index: number, value: unknown): void;
}
interface HarfBuzzExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly __indirect_function_table: WasmTable;
  readonly [name: string]: unknown;
}

const LEFT_TO_RIGHT = 4;
const RIGHT_TO_LEFT = 5;
const READ_ONLY = 1;
const NUMBERS_PER_GLYPH = 5;
const PAGE_BYTES = 65536;
const DEFAULT_PALETTE = 0;
/** The index that stands for the colour of the text. */
const TEXT_COLOUR = 0xffff;

/** One glyph of a shaped run, in font units; `cluster` is the UTF-16 index it stems from. */
export interface ShapedGlyph {
  readonly glyphId: number;
  readonly cluster: number;
  readonly xAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

export interface ShapeRequest {
  readonly text: string;
  /** UTF-16 range of `text` to shape; what lies around it is context. */
  readonly start: number;
  readonly end: number;
  readonly isRightToLeft: boolean;
  /** ISO 15924, as `Latn`. */
  readonly script: string;
}

/** One flat part of a coloured glyph, drawn over those before it. */
export interface ColourLayer {
  readonly glyphId: number;
  /** null: the colour of the text. */
  readonly colour: string | null;
  /** 0 to 1. */
  readonly alpha: number;
}

/** A font of static outlines. */
export interface Font {
  readonly unitsPerEm: number;
  /** Font units above the baseline, positive. */
  readonly ascender: number;
  /** Font units below the baseline, positive. */
  readonly descender: number;
  hasGlyph(codePoint: number): boolean;
  /** Glyphs in visual order, left to right. */
  shape(request: ShapeRequest): ShapedGlyph[];
  outline(glyphId: number): Outline;
  /** Whether its glyphs are pictures of their own colours. */
  readonly isColoured: boolean;
  /** From back to front; none for a glyph without colours. */
  layers(glyphId: number): readonly ColourLayer[];
}

export interface HarfBuzz {
  /** @param bytes a TTF or OTF file; kept. Throws when it holds no font. */
  createFont(bytes: Uint8Array): Font;
}

/** @param wasm the bytes of harfbuzzjs/dist/harfbuzz.wasm */
export async function createHarfBuzz(wasm: Uint8Array<ArrayBuffer>): Promise<HarfBuzz> {
  const holder: { exports: HarfBuzzExports | null } = { exports: null };
  const fail = (): never => {
    throw new Error("HarfBuzz aborted");
  };
  const imports = {
    env: {
      _emscripten_runtime_keepalive_clear: () => undefined,
      _abort_js: fail,
      _setitimer_js: () => 0,
      emscripten_resize_heap: (bytes: number) => growMemory(holder.exports, bytes),
    },
    wasi_snapshot_preview1: { proc_exit: fail },
  };
  const { instance } = await webAssembly.instantiate(wasm, imports);
  const library = instance.exports as unknown as HarfBuzzExports;
  holder.exports = library;
  callOf(library, "__wasm_call_ctors")();
  return new Library(library);
}

function growMemory(library: HarfBuzzExports | null, bytes: number): number {
  if (library === null) return 0;
  const { memory } = library;
  try {
    memory.grow(Math.ceil(((bytes >>> 0) - memory.buffer.byteLength) / PAGE_BYTES));
    return 1;
  } catch {
    return 0;
  }
}

function callOf(library: HarfBuzzExports, name: string): WasmCall {
  const found = library[name];
  if (typeof found !== "function") throw new Error(`harfbuzz.wasm does not export ${name}`);
  return found as WasmCall;
}

/** What the draw callbacks write to; emptied before each glyph. */
interface Pen {
  commands: number[];
  points: number[];
}

class Library implements HarfBuzz {
  readonly #library: HarfBuzzExports;
  readonly #drawFuncs: number;
  readonly pen: Pen = { commands: [], points: [] };

  constructor(library: HarfBuzzExports) {
    this.#library = library;
    this.#drawFuncs = this.call("hb_draw_funcs_create");
    // Callbacks receive (funcs, data, state, ...points, user_data).
    this.#onDraw("hb_draw_funcs_set_move_to_func", MOVE, 2);
    this.#onDraw("hb_draw_funcs_set_line_to_func", LINE, 2);
    this.#onDraw("hb_draw_funcs_set_quadratic_to_func", QUADRATIC, 4);
    this.#onDraw("hb_draw_funcs_set_cubic_to_func", CUBIC, 6);
    this.#onDraw("hb_draw_funcs_set_close_path_func", CLOSE, 0);
  }

  get drawFuncs(): number {
    return this.#drawFuncs;
  }

  get buffer(): ArrayBuffer {
    return this.#library.memory.buffer;
  }

  call(name: string, ...values: number[]): number {
    return callOf(this.#library, name)(...values);
  }

  createFont(bytes: Uint8Array): Font {
    const pointer = this.call("malloc", bytes.length);
    new Uint8Array(this.buffer, pointer, bytes.length).set(bytes);
    const blob = this.call("hb_blob_create", pointer, bytes.length, READ_ONLY, 0, 0);
    const face = this.call("hb_face_create", blob, 0);
    if (this.call("hb_face_get_upem", face) === 0 || !hasFontSignature(bytes)) throw new Error("these bytes are not a font");
    return new LibraryFont(this, face);
  }

  #onDraw(setter: string, command: number, pointNumbers: number): void {
    const { pen } = this;
    const callback = toWasmFunction(`iii${"f".repeat(pointNumbers)}i`, (...values) => {
      pen.commands.push(command);
      pen.points.push(...values.slice(3, 3 + pointNumbers));
    });
    const table = this.#library.__indirect_function_table;
    const index = table.grow(1);
    table.set(index, callback);
    this.call(setter, this.#drawFuncs, index, 0, 0);
  }
}

/** HarfBuzz takes any bytes and answers with an empty face; the signature tells earlier and clearer. */
function hasFontSignature(bytes: Uint8Array): boolean {
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  return signature === "\u0000\u0001\u0000\u0000" || signature === "OTTO" || signature === "true";
}

class LibraryFont implements Font {
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  readonly isColoured: boolean;
  readonly #library: Library;
  readonly #face: number;
  readonly #font: number;
  readonly #outlines = new Map<number, Outline>();
  readonly #palette: readonly number[];

  constructor(library: Library, face: number) {
    this.#library = library;
    this.#face = face;
    this.#font = library.call("hb_font_create", face);
    this.unitsPerEm = library.call("hb_face_get_upem", face);
    const extents = library.call("malloc", 48);
    library.call("hb_font_get_h_extents", this.#font, extents);
    const [ascender = 0, descender = 0] = new Int32Array(library.buffer, extents, 2);
    library.call("free", extents);
    this.ascender = ascender;
    this.descender = -descender;
    this.isColoured = library.call("hb_ot_color_has_layers", face) !== 0;
    this.#palette = this.isColoured ? this.#readList("hb_ot_color_palette_get_colors", DEFAULT_PALETTE, 1) : [];
  }

  hasGlyph(codePoint: number): boolean {
    const glyph = this.#library.call("malloc", 4);
    const found = this.#library.call("hb_font_get_nominal_glyph", this.#font, codePoint, glyph);
    this.#library.call("free", glyph);
    return found !== 0;
  }

  shape(request: ShapeRequest): ShapedGlyph[] {
    const library = this.#library;
    const text = library.call("malloc", request.text.length * 2);
    const units = new Uint16Array(library.buffer, text, request.text.length);
    for (let i = 0; i < units.length; i++) units[i] = request.text.charCodeAt(i);
    const buffer = library.call("hb_buffer_create");
    library.call("hb_buffer_add_utf16", buffer, text, units.length, request.start, request.end - request.start);
    library.call("hb_buffer_set_direction", buffer, request.isRightToLeft ? RIGHT_TO_LEFT : LEFT_TO_RIGHT);
    library.call("hb_buffer_set_script", buffer, tag(request.script));
    library.call("hb_shape", this.#font, buffer, 0, 0);
    const glyphs = this.#readGlyphs(buffer);
    library.call("hb_buffer_destroy", buffer);
    library.call("free", text);
    return glyphs;
  }

  outline(glyphId: number): Outline {
    const known = this.#outlines.get(glyphId);
    if (known !== undefined) return known;
    const { pen } = this.#library;
    pen.commands = [];
    pen.points = [];
    this.#library.call("hb_font_draw_glyph", this.#font, glyphId, this.#library.drawFuncs, 0);
    const outline = outlineOf(pen.commands, pen.points);
    this.#outlines.set(glyphId, outline);
    return outline;
  }

  layers(glyphId: number): readonly ColourLayer[] {
    if (!this.isColoured) return [];
    const pairs = this.#readList("hb_ot_color_glyph_get_layers", glyphId, 2);
    return Array.from({ length: pairs.length / 2 }, (_, layer) => {
      const index = pairs[layer * 2 + 1] ?? TEXT_COLOUR;
      return { glyphId: pairs[layer * 2] ?? 0, ...colourOf(index === TEXT_COLOUR ? null : (this.#palette[index] ?? null)) };
    });
  }

  /** The calls that fill a list all take (face, what, from, &count, list) and answer with how many there are. */
  #readList(name: string, what: number, numbersPerEntry: number): number[] {
    const library = this.#library;
    const total = library.call(name, this.#face, what, 0, 0, 0);
    if (total === 0) return [];
    const bytes = total * numbersPerEntry * 4;
    const memory = library.call("malloc", 4 + bytes);
    new Uint32Array(library.buffer, memory, 1)[0] = total;
    library.call(name, this.#face, what, 0, memory, memory + 4);
    const list = [...new Uint32Array(library.buffer, memory + 4, total * numbersPerEntry)];
    library.call("free", memory);
    return list;
  }

  #readGlyphs(buffer: number): ShapedGlyph[] {
    const library = this.#library;
    const count = library.call("hb_buffer_get_length", buffer);
    const infos = library.call("hb_buffer_get_glyph_infos", buffer, 0);
    const positions = library.call("hb_buffer_get_glyph_positions", buffer, 0);
    const info = new Uint32Array(library.buffer, infos, count * NUMBERS_PER_GLYPH);
    const position = new Int32Array(library.buffer, positions, count * NUMBERS_PER_GLYPH);
    return Array.from({ length: count }, (_, glyph) => {
      const at = glyph * NUMBERS_PER_GLYPH;
      return {
        glyphId: info[at] ?? 0,
        cluster: info[at + 2] ?? 0,
        xAdvance: position[at] ?? 0,
        xOffset: position[at + 2] ?? 0,
        yOffset: position[at + 3] ?? 0,
      };
    });
  }
}

/** HarfBuzz writes colours as blue, green, red, alpha from the highest byte down. */
function colourOf(bgra: number | null): Omit<ColourLayer, "glyphId"> {
  if (bgra === null) return { colour: null, alpha: 1 };
  const hex = [bgra >>> 8, bgra >>> 16, bgra >>> 24].map((byte) => (byte & 0xff).toString(16).padStart(2, "0"));
  return { colour: `#${hex.join("")}`, alpha: (bgra & 0xff) / 255 };
}

function tag(script: string): number {
  return [...script].reduce((value, letter) => (value << 8) | letter.charCodeAt(0), 0);
}
