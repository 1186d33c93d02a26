/// <reference path="./fontkit.d.ts" />
import { readFileSync } from 'node:fs';
import { create as createFont, type Font, type Glyph, type Path, type Subset } from 'fontkit';

/**
 * The typeface of documents: Inter, which the console uses too. It comes in files of one script each. Together they cover Latin
 * with all accents, Greek, Cyrillic and Vietnamese. A character that none of them has, such as of Arabic or Chinese, is printed
 * as a question mark.
 */
const SCRIPTS = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;
type Script = (typeof SCRIPTS)[number];

/** Stands for a character that no font has. */
const UNKNOWN = '?';

export interface Run {
  font: Font;
  text: string;
}

const loaded = new Map<Script, Font>();

function fontOf(script: Script): Font {
  const found = loaded.get(script) ?? loadFont(script);
  loaded.set(script, found);
  return found;
}

function loadFont(script: Script): Font {
  const file = import.meta.resolve(
    `@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`,
  );
  const font = createFont(readFileSync(new URL(file)));
  // The library tells fonts apart by this name, which all of the files share.
  Object.defineProperty(font, 'postscriptName', { value: `Inter-${script}` });
  keepCharacters(font);
  const create = font.createSubset.bind(font);
  font.createSubset = () => withOutlines(create(), font);
  return font;
}

/**
 * The library keeps each glyph with the characters of its first use. One that was first used as a part of another, such as the dot
 * of a colon, would have none, and the text could not be copied.
 */
function keepCharacters(font: Font): void {
  const find = font.getGlyph.bind(font);
  font.getGlyph = (id, characters = []) => {
    const glyph = find(id, characters);
    if (glyph.codePoints.length === 0) glyph.codePoints = characters;
    return glyph;
  };
}

/** What the library uses of a subset of a font while it writes it. */
interface WrittenSubset extends Subset {
  glyf: Uint8Array[];
  loca: { offsets: number[]; version: number };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
}

/**
 * The library copies glyphs as the file has them, and a compressed file has them in another form. So each glyph is written again from
 * its outline.
 */
function withOutlines(subset: Subset, font: Font): Subset {
  const written = subset as WrittenSubset;
  written._addGlyph = function addGlyph(this: WrittenSubset, id: number): number {
    const glyph = font.getGlyph(id);
    const bytes = encodeOutline(glyph.path);
    // Offsets are counted in bytes, not in pairs of them.
    this.loca.version = 1;
    this.loca.offsets.push(this.offset);
    this.glyf.push(bytes);
    this.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: bearingOf(glyph) });
    this.offset += bytes.length;
    return this.glyf.length - 1;
  };
  return written;
}

function bearingOf({ bbox }: Glyph): number {
  return Number.isFinite(bbox.minX) ? Math.round(bbox.minX) : 0;
}

interface Point {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** A glyph as TrueType has it: contours of points, of which those between two on the curve bend it. */
function encodeOutline({ commands }: Path): Uint8Array {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    const points = pointsOf(command, args.map(Math.round));
    if (command === 'moveTo') contours.push(points);
    else contours.at(-1)?.push(...points);
  }
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array(0);
  const size = 10 + contours.length * 2 + 2 + points.length * 5;
  const bytes = Buffer.alloc(size + ((4 - (size % 4)) % 4));
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  let at = 0;
  const write = (value: number) => {
    at = bytes.writeInt16BE(value, at);
  };
  for (const value of [contours.length, Math.min(...xs), Math.min(...ys)]) write(value);
  for (const value of [Math.max(...xs), Math.max(...ys)]) write(value);
  let end = -1;
  for (const contour of contours) {
    end += contour.length;
    write(end);
  }
  // No instructions.
  write(0);
  for (const { isOnCurve } of points) at = bytes.writeUInt8(isOnCurve ? 1 : 0, at);
  for (const values of [xs, ys]) {
    for (const [place, value] of values.entries()) write(value - (values[place - 1] ?? 0));
  }
  return bytes;
}

function pointsOf(command: string, [a = 0, b = 0, c = 0, d = 0]: readonly number[]): Point[] {
  const on = (x: number, y: number) => ({ x, y, isOnCurve: true });
  if (command === 'moveTo' || command === 'lineTo') return [on(a, b)];
  if (command === 'quadraticCurveTo') return [{ x: a, y: b, isOnCurve: false }, on(c, d)];
  return [];
}

/** Controls and marks of direction print nothing. A missing text direction is better than a hidden one. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The text, cut where another font is needed. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text.replaceAll(INVISIBLE, '').normalize('NFC')) {
    const { font, shown } = placed(character, runs.at(-1)?.font);
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

function placed(character: string, before: Font | undefined): { font: Font; shown: string } {
  const plain = /\p{Zs}/u.test(character) ? ' ' : character;
  const code = plain.codePointAt(0) ?? 0;
  // A space or a digit stays with the text before it.
  if (before?.hasGlyphForCodePoint(code)) return { font: before, shown: plain };
  for (const script of SCRIPTS) {
    const font = fontOf(script);
    if (font.hasGlyphForCodePoint(code)) return { font, shown: plain };
  }
  return { font: fontOf('latin'), shown: UNKNOWN };
}
