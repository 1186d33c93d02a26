import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/**
 * Draws the mark of `console/public/icon.svg` as the PNG files that phones need to install the console. Run it after
 * the mark has changed: npx node tools/draw-icons.ts
 */
const PUBLIC = join(import.meta.dirname, '../console/public');

interface Point {
  x: number;
  y: number;
}

/** In the units of the SVG file, 32 by 32. */
const SIZE = 32;
const CORNER = 7;
const STROKE = 1.5;
const DOT = { x: 6, y: 21, radius: 2.5 };
const LINE: readonly Point[] = [...curve(48), { x: 26, y: 11 }];
const BLUE = [0x2b, 0x54, 0xcc] as const;
const WHITE = [0xff, 0xff, 0xff] as const;
/** Per pixel, in each direction. */
const SAMPLES = 4;

/** From the dot up to the line: M6 21c6 0 6-10 12-10. */
function curve(steps: number): Point[] {
  const [a, b, c, d] = [
    { x: 6, y: 21 },
    { x: 12, y: 21 },
    { x: 12, y: 11 },
    { x: 18, y: 11 },
  ];
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3];
    const mix = (of: 'x' | 'y') =>
      [a, b, c, d].reduce((sum, point, at) => sum + point[of] * (weights[at] ?? 0), 0);
    return { x: mix('x'), y: mix('y') };
  });
}

function distanceTo({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(x - from.x - t * dx, y - from.y - t * dy);
}

function isMark(point: Point): boolean {
  if (Math.hypot(point.x - DOT.x, point.y - DOT.y) <= DOT.radius) return true;
  return LINE.some((to, index) => {
    const from = LINE[index - 1];
    return from !== undefined && distanceTo(point, from, to) <= STROKE;
  });
}

function isInCorner({ x, y }: Point): boolean {
  const outside = (at: number) => Math.max(CORNER - at, at - (SIZE - CORNER), 0);
  return Math.hypot(outside(x), outside(y)) > CORNER;
}

/** `scale` below 1 leaves a margin around the mark; `isRound` cuts the corners off. */
function draw(px: number, { scale, isRound }: { scale: number; isRound: boolean }): Buffer {
  const rows = Buffer.alloc(px * (1 + px * 4));
  for (let y = 0; y < px; y += 1) {
    for (let x = 0; x < px; x += 1) {
      const offset = y * (1 + px * 4) + 1 + x * 4;
      rows.set(pixelAt(x, y, px, scale, isRound), offset);
    }
  }
  return png(px, rows);
}

function pixelAt(x: number, y: number, px: number, scale: number, isRound: boolean): number[] {
  let marked = 0;
  let solid = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const at = (start: number, step: number) => ((start + (step + 0.5) / SAMPLES) / px) * SIZE;
    const point = { x: at(x, sample % SAMPLES), y: at(y, Math.floor(sample / SAMPLES)) };
    if (isRound && isInCorner(point)) continue;
    solid += 1;
    const inMark = (one: number) => (one - SIZE / 2) / scale + SIZE / 2;
    if (isMark({ x: inMark(point.x), y: inMark(point.y) })) marked += 1;
  }
  const share = solid === 0 ? 0 : marked / solid;
  const colors = BLUE.map((blue, index) => {
    return Math.round(blue + ((WHITE[index] ?? 0) - blue) * share);
  });
  return [...colors, Math.round((solid / SAMPLES ** 2) * 255)];
}

/** 8 bits per channel, with transparency. */
function png(px: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(px, 0);
  header.writeUInt32BE(px, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

const rounded = { scale: 1, isRound: true };
/** Systems cut these into their own shapes, so the mark stays in the middle. */
const whole = { scale: 0.75, isRound: false };
for (const [name, px, shape] of [
  ['icon-192.png', 192, rounded],
  ['icon-512.png', 512, rounded],
  ['icon-maskable-512.png', 512, whole],
  ['apple-touch-icon.png', 180, whole],
] as const) {
  writeFileSync(join(PUBLIC, name), draw(px, shape));
}
