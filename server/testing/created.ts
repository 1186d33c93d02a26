import assert from 'node:assert/strict';
import type { ApiResponse } from './api-client.ts';

/** The created resource; any status except 201 fails the test. */
export async function created(request: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, body } = await request;
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
