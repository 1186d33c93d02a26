import type { ApiClient, ApiResponse } from './api-client.ts';

const START_OF_PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A whole image: a line on white, 60 by 20 pixels. */
export const SIGNATURE_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAUCAIAAABeYcl+AAAALUlEQVR42u3SMQ0AAAzDsPInvZHoU8lB4CO5wQINDQ0NDV1HT2YPaGhoaOh2D/tQT2gD6cbNAAAAAElFTkSuQmCC';

/** Bytes that start like a PNG image. Only the start is looked at. */
export function pngBytes(size = 64, fill = 'a'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(fill.charCodeAt(0));
  bytes.set(START_OF_PNG);
  return bytes;
}

/** Sends a file as it is. */
export function sendBytes(
  api: ApiClient,
  raw: Uint8Array<ArrayBuffer> | string,
  options: { name?: string; type?: string; key?: string } = {},
): Promise<ApiResponse> {
  const { name, type = 'image/png', key } = options;
  const query = name === undefined ? '' : `?name=${encodeURIComponent(name)}`;
  const headers = { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }) };
  return api.post(`/v1/files${query}`, undefined, { raw, headers });
}
