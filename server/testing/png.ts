import { crc32, deflateSync } from 'node:zlib';

/** PNG images of every form, and such as no library should get. */

const START = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(type: string, data: Uint8Array, length = data.length): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  ends[0].writeUInt32BE(length);
  ends[1].writeUInt32BE(crc32(body));
  return Buffer.concat([ends[0], body, ends[1]]);
}

interface Form {
  width?: number;
  height?: number;
  bits?: number;
  colorType?: number;
  isInterlaced?: boolean;
  /** Between the header and the picture, such as a palette. */
  before?: readonly Buffer[];
  /** The rows, if they are not just zeros. */
  rows?: Buffer;
  /** What stands in the file for the compressed rows. */
  compressed?: Buffer;
}

const VALUES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function pngOf({
  width = 9,
  height = 5,
  bits = 8,
  colorType = 6,
  isInterlaced = false,
  before = [],
  rows = Buffer.alloc(sizeOf(width, height, bits * (VALUES[colorType] ?? 0), isInterlaced)),
  compressed = deflateSync(rows),
}: Form = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, colorType, 0, 0, isInterlaced ? 1 : 0], 8);
  const picture = [chunk('IDAT', compressed), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([START, chunk('IHDR', header), ...before, ...picture]);
}

/** With the byte of the filter before each row. An interlaced picture is eight rows and columns taken apart. */
function sizeOf(width: number, height: number, bits: number, isInterlaced: boolean): number {
  const size = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8));
  if (!isInterlaced) return size(width, height);
  const count = (length: number, first: number, step: number) =>
    Array.from({ length }, (_, at) => at).filter((at) => at % step === first).length;
  return (
    size(count(width, 0, 8), count(height, 0, 8)) +
    size(count(width, 4, 8), count(height, 0, 8)) +
    size(count(width, 0, 4), count(height, 4, 8)) +
    size(count(width, 2, 4), count(height, 0, 4)) +
    size(count(width, 0, 2), count(height, 2, 4)) +
    size(count(width, 1, 2), count(height, 0, 2)) +
    size(count(width, 0, 1), count(height, 1, 2))
  );
}

/** Each stopped a library that decodes pictures: by a loop, by an error that nobody catches, or by what it comes to. */
export const ATTACKS: Record<string, Buffer> = {
  'a chunk as long as four gigabytes': pngOf({
    before: [chunk('tEXt', Buffer.alloc(40), 0xff_ff_ff_f4)],
  }),
  'a picture that is not compressed': pngOf({ compressed: Buffer.from('not compressed') }),
  'a filter that there is not': pngOf({ rows: Buffer.alloc(5 * 37, 9) }),
  'a megabyte that comes to a gigabyte': pngOf({
    width: 100,
    height: 100,
    compressed: deflateSync(Buffer.alloc(50_000_000)),
  }),
  'more pixels than a page has': pngOf({ width: 4_000, height: 4_000, colorType: 0, bits: 1 }),
  'a palette of a megabyte': pngOf({ before: [chunk('PLTE', Buffer.alloc(60_000))] }),
};
