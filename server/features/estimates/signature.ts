import { crc32 } from 'node:zlib';
import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { MAX_IMAGE_LENGTH } from './body-schemas.ts';

/** The rules of a signature, without a database. */

export interface Signature {
  name: string;
  kind: 'typed' | 'drawn';
  /** A PNG image; null for a typed signature. */
  image: Buffer | null;
}

const MAX_IMAGE_BYTES = 192 * 1024;
const MAX_SIDE = 4_000;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const DATA_URL = /^data:image\/png;base64,/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Errors that the schema cannot express. */
export function signatureErrors(signature: unknown): FieldError[] {
  if (!isObject(signature)) return [];
  const { kind, image } = signature;
  const isGiven = typeof image === 'string' && image !== '';
  if (kind === 'typed' && isGiven) {
    const detail = 'A typed signature has no image. Leave signature.image out, or send drawn.';
    return [{ pointer: '/signature/image', code: 'not_allowed', detail }];
  }
  if (kind !== 'drawn') return [];
  if (!isGiven) {
    const detail = 'A drawn signature needs signature.image, a PNG image.';
    return [{ pointer: '/signature/image', code: 'required', detail }];
  }
  // The schema reports one that is too long.
  if (image.length > MAX_IMAGE_LENGTH || readImage(image) !== null) return [];
  const detail = `The field signature.image must be a PNG image of at most ${MAX_IMAGE_BYTES / 1024} KiB and ${MAX_SIDE} pixels per side, in base64.`;
  return [{ pointer: '/signature/image', code: 'not_an_image', detail }];
}

export function readSignature(sent: {
  name: string;
  kind: 'typed' | 'drawn';
  image?: string | null;
}): Signature {
  const image = sent.kind === 'drawn' ? readImage(sent.image ?? '') : null;
  return { name: sent.name.trim(), kind: sent.kind, image };
}

/** The bytes of a PNG image, as far as its header tells: a document shows it later. Null if it is none. */
function readImage(text: string): Buffer | null {
  const base64 = text.replace(DATA_URL, '');
  if (!BASE64.test(base64) || base64.length > (MAX_IMAGE_BYTES * 4) / 3 + 4) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < 45 || bytes.length > MAX_IMAGE_BYTES) return null;
  const isPng = bytes.subarray(0, 8).equals(PNG) && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng || crc32(bytes.subarray(12, 29)) !== bytes.readUInt32BE(29)) return null;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const isSmall = width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;
  return isSmall ? bytes : null;
}
