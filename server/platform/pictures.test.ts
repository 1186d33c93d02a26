import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNATURE_PNG } from '../testing/files.ts';
import { ATTACKS, chunk, pngOf } from '../testing/png.ts';
import { PICTURE_LIMITS, soundPicture, soundPng } from './pictures.ts';

const isSound = (bytes: Buffer) => soundPicture(bytes, PICTURE_LIMITS) !== null;

describe('a picture is sound', () => {
  it('as PNG of every form, interlaced or not, and keeps only what is drawn', () => {
    for (const [colorType, depths] of [
      [0, [1, 2, 4, 8, 16]],
      [2, [8, 16]],
      [3, [1, 2, 4, 8]],
      [4, [8, 16]],
      [6, [8, 16]],
    ] as const) {
      const before = colorType === 3 ? [chunk('PLTE', Buffer.alloc(6))] : [];
      for (const bits of depths) {
        for (const isInterlaced of [false, true]) {
          for (const [width, height] of [
            [1, 1],
            [3, 9],
            [17, 5],
          ] as const) {
            const form = { colorType, bits, isInterlaced, width, height, before };
            assert(isSound(pngOf(form)), JSON.stringify(form));
          }
        }
      }
    }
    const plain = pngOf();
    const noisy = pngOf({ before: [chunk('tEXt', Buffer.from('a\0b'))] });
    assert.deepEqual(soundPng(noisy, PICTURE_LIMITS), plain);
    assert(isSound(Buffer.from(SIGNATURE_PNG, 'base64')));
  });

  it('unless it is damaged, too large, or made to stop who reads it', () => {
    for (const [name, bytes] of Object.entries(ATTACKS)) assert(!isSound(bytes), name);
    const good = pngOf();
    for (let length = 0; length < good.length; length += 1)
      assert(!isSound(good.subarray(0, length)), `the first ${length} bytes`);
    for (let at = 0; at < good.length; at += 1) {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert(!isSound(changed), `byte ${at}`);
    }
  });

  it('as JPEG with a size, whose segments follow each other', () => {
    const frame = Buffer.from('ffc0001108000a000a03011100021101031101', 'hex');
    const start = Buffer.from('ffd8', 'hex');
    const comment = Buffer.from('fffe00046162', 'hex');
    const scan = Buffer.from('ffda000c03010002110311003f00aabbffd9', 'hex');
    assert(isSound(Buffer.concat([start, comment, frame, scan])));
    assert(!isSound(Buffer.concat([start, comment, scan])));
    assert(!isSound(Buffer.concat([start, frame])));
    assert(!isSound(Buffer.concat([start, Buffer.from('fffe0000', 'hex'), frame, scan])));
    assert(!isSound(Buffer.concat([start, Buffer.from('fffeffff', 'hex'), frame, scan])));
  });
});
