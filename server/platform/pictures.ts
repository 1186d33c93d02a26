import { crc32, inflateSync } from 'node:zlib';

/**
 * Reads pictures that strangers send, as far as is needed to give them to a library that trusts what it reads: one length that is
 * wrong lets such a library loop forever, and data that do not fit end its thread.
 */

export interface PictureLimits {
  /** In pixels. */
  side: number;
  pixels: number;
}

/** What is received. */
export const PICTURE_LIMITS: PictureLimits = { side: 4_000, pixels: 4_000_000 };

/** A photograph is not decoded here, so it may be larger. */
const PHOTO_LIMITS: PictureLimits = { side: 12_000, pixels: 60_000_000 };

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, PNG.length).equals(PNG);
}

/** A PNG with only what is needed to draw it, or a JPEG as it is; null if it is neither, damaged, or larger than the limits. */
export function soundPicture(bytes: Buffer, limits: PictureLimits): Buffer | null {
  if (isPng(bytes)) return soundPng(bytes, limits);
  return isSoundJpeg(bytes) ? bytes : null;
}

interface Chunk {
  type: string;
  data: Buffer;
  /** With its length and checksum. */
  whole: Buffer;
}

/** Every length and checksum is right, and what is compressed is exactly the picture. */
export function soundPng(bytes: Buffer, limits: PictureLimits): Buffer | null {
  const chunks = isPng(bytes) ? chunksOf(bytes) : null;
  const [first, ...rest] = chunks ?? [];
  if (first?.type !== 'IHDR' || first.data.length !== 13) return null;
  const header = headerOf(first.data);
  if (!isWithin(header, limits) || !isForm(header)) return null;
  const kept = rest.filter(({ type }) => DRAWN.has(type));
  // A critical chunk that is not known, which has a capital letter, changes how the picture is read.
  const isStrange = rest.some(({ type }) => /^[A-Z]/.test(type) && !DRAWN.has(type));
  const order = kept.map(({ type }) => type).join(' ');
  if (isStrange || !ORDER.test(order) || kept.at(-1)?.data.length !== 0) return null;
  if (!hasColors(header, kept) || !isWholePicture(header, kept)) return null;
  return Buffer.concat([PNG, first.whole, ...kept.map(({ whole }) => whole)]);
}

/** Colors, transparency, picture, end: all that is drawn. */
const DRAWN = new Set(['PLTE', 'tRNS', 'IDAT', 'IEND']);
const ORDER = /^(PLTE )?(tRNS )?(IDAT )+IEND$/;

function chunksOf(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = PNG.length;
  while (chunks.at(-1)?.type !== 'IEND') {
    if (at + 12 > bytes.length) return null;
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const whole = bytes.subarray(at, end);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) return null;
    chunks.push({ type: whole.toString('latin1', 4, 8), data: whole.subarray(8, -4), whole });
    at = end;
  }
  return chunks;
}

interface Header {
  width: number;
  height: number;
  bits: number;
  colorType: number;
  isInterlaced: boolean;
  methods: string;
}

function headerOf(data: Buffer): Header {
  const [bits = 0, colorType = 0, ...methods] = data.subarray(8);
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bits,
    colorType,
    isInterlaced: methods[2] === 1,
    methods: methods.join(),
  };
}

function isWithin(
  { width, height }: Pick<Header, 'width' | 'height'>,
  { side, pixels }: PictureLimits,
): boolean {
  return width > 0 && height > 0 && width <= side && height <= side && width * height <= pixels;
}

/** Values per pixel, and how many bits each may have. */
const FORMS: Record<number, { values: number; bits: readonly number[] }> = {
  0: { values: 1, bits: [1, 2, 4, 8, 16] },
  2: { values: 3, bits: [8, 16] },
  3: { values: 1, bits: [1, 2, 4, 8] },
  4: { values: 2, bits: [8, 16] },
  6: { values: 4, bits: [8, 16] },
};

function isForm({ bits, colorType, methods }: Header): boolean {
  const isKnown = FORMS[colorType]?.bits.includes(bits) ?? false;
  return isKnown && (methods === '0,0,0' || methods === '0,0,1');
}

function hasColors({ bits, colorType }: Header, chunks: readonly Chunk[]): boolean {
  const lengthOf = (wanted: string) => chunks.find(({ type }) => type === wanted)?.data.length;
  const [palette, transparency] = [lengthOf('PLTE'), lengthOf('tRNS')];
  const colors = (palette ?? 0) / 3;
  const isPalette = Number.isInteger(colors) && colors >= 1 && colors <= 256;
  if (palette !== undefined && !isPalette) return false;
  if (colorType === 3) {
    return palette !== undefined && colors <= 2 ** bits && (transparency ?? 0) <= colors;
  }
  // Of a picture with all colors it is only a suggestion, and one of grays has none.
  if (palette !== undefined && colorType !== 2 && colorType !== 6) return false;
  if (transparency === undefined) return true;
  return transparency === { 0: 2, 2: 6 }[colorType];
}

/** The compressed data are exactly the rows of the picture, each with a filter that there is. */
function isWholePicture(header: Header, chunks: readonly Chunk[]): boolean {
  const { bits, colorType } = header;
  const bitsPerPixel = (FORMS[colorType]?.values ?? 0) * bits;
  const passes = passesOf(header).map(({ width, height }) => ({
    height,
    row: 1 + Math.ceil((width * bitsPerPixel) / 8),
  }));
  const size = passes.reduce((sum, { height, row }) => sum + height * row, 0);
  const compressed = Buffer.concat(
    chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data),
  );
  const rows = inflated(compressed, size);
  if (rows === null) return false;
  let at = 0;
  for (const { height, row } of passes) {
    for (const end = at + height * row; at < end; at += row) if ((rows[at] ?? 5) > 4) return false;
  }
  return true;
}

function inflated(compressed: Buffer, size: number): Buffer | null {
  try {
    const rows = inflateSync(compressed, { maxOutputLength: size });
    return rows.length === size ? rows : null;
  } catch {
    return null;
  }
}

/** First column, first row, and the distances between them: the seven parts of an interlaced picture. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf({ width, height, isInterlaced }: Header): { width: number; height: number }[] {
  if (!isInterlaced) return [{ width, height }];
  return ADAM7.map(([x, y, dx, dy]) => ({
    width: Math.ceil((width - x) / dx),
    height: Math.ceil((height - y) / dy),
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

/** Segments follow each other to the picture itself, which says how large it is. Only readers of the PDF decode it. */
function isSoundJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  let size: { width: number; height: number } | null = null;
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes.readUInt16BE(at);
    // Any number of these bytes may stand before a marker.
    if (marker === 0xffff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (marker < 0xffc0 || marker === 0xffd8 || length < 2 || end > bytes.length) return false;
    if (marker === 0xffda) return size !== null && isWithin(size, PHOTO_LIMITS);
    if (isStartOfFrame(marker)) {
      const isForm = length >= 8 && bytes[at + 4] === 8;
      const components = bytes[at + 9] ?? 0;
      if (!isForm || size !== null || ![1, 3, 4].includes(components)) return false;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at = end;
  }
  return false;
}

/** Not the tables of C4, C8 and CC, which have numbers between them. */
function isStartOfFrame(marker: number): boolean {
  const isFrame = marker >= 0xffc0 && marker <= 0xffcf;
  return isFrame && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
}
