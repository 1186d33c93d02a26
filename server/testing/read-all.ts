import assert from 'node:assert/strict';
import type { ApiClient, ApiResponse } from './api-client.ts';

/** All pages of a list. */
export async function readAll(api: ApiClient, path: string): Promise<ApiResponse['body'][]> {
  const rows: ApiResponse['body'][] = [];
  for (let cursor = ''; ; ) {
    const separator = path.includes('?') ? '&' : '?';
    const { status, body } = await api.get(`${path}${separator}limit=200${cursor}`);
    assert.equal(status, 200, JSON.stringify(body));
    rows.push(...body.data);
    if (!body.has_more) return rows;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
}
