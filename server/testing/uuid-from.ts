import assert from 'node:assert/strict';
import { type IdPrefix, toUuid } from '../domain/ids.ts';

/** The UUID of a public id, for queries in the database. */
export function uuidFrom(prefix: IdPrefix, publicId: string): string {
  return toUuid(prefix, publicId) ?? assert.fail(`${publicId} is not the id of a ${prefix}`);
}
