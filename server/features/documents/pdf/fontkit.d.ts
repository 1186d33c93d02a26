/** The part of the library that documents use. It has no types of its own. */
declare module 'fontkit' {
  export interface Path {
    commands: { command: string; args: number[] }[];
  }
  export interface Glyph {
    path: Path;
    bbox: { minX: number };
    advanceWidth: number;
    codePoints: number[];
  }
  export interface Subset {
    includeGlyph(id: number): number;
    encode(): Uint8Array;
  }
  export interface Font {
    getGlyph(id: number, characters?: number[]): Glyph;
    hasGlyphForCodePoint(code: number): boolean;
    createSubset(): Subset;
    layout(text: string): unknown;
  }
  export function create(bytes: Uint8Array): Font;
}
