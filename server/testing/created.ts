import assert from 'node:assert/strict';
import type { ApiAnswer } from './api-client.ts';

/** What was created; anything but 201 fails the test. */
export async function created(asked: Promise<ApiAnswer>): Promise<ApiAnswer['body']> {
  const { status, body } = await asked;
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
