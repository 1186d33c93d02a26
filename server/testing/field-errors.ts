import assert from 'node:assert/strict';
import type { ApiResponse } from './api-client.ts';

/** All field errors of a request, as "/name too_long", in the order in which they were reported. */
export function fieldErrors({ status, body }: ApiResponse): string[] {
  assert.equal(status, 422, JSON.stringify(body));
  return body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
}
