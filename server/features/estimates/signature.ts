import type { FieldError } from '../../platform/errors.ts';
import { isObject } from '../../platform/is-object.ts';
import { PICTURE_LIMITS, soundPng } from '../../platform/pictures.ts';
import { MAX_IMAGE_LENGTH } from './body-schemas.ts';

/** The rules of a signature, without a database. */

export interface Signature {
  name: string;
  kind: 'typed' | 'drawn';
  /** A PNG image; null for a typed signature. */
  image: Buffer | null;
}

const MAX_IMAGE_BYTES = 192 * 1024;
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
  const detail = `The field signature.image must be a PNG image of at most ${MAX_IMAGE_BYTES / 1024} KiB, ${PICTURE_LIMITS.side} pixels per side and ${PICTURE_LIMITS.pixels / 1e6} megapixels, in base64.`;
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

/** The bytes of a PNG image, as they were sent: their hash is signed. Null if it is none that a document can show. */
function readImage(text: string): Buffer | null {
  const base64 = text.replace(DATA_URL, '');
  if (!BASE64.test(base64) || base64.length > (MAX_IMAGE_BYTES * 4) / 3 + 4) return null;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) return null;
  return soundPng(bytes, PICTURE_LIMITS) === null ? null : bytes;
}
