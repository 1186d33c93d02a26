import assert from 'node:assert/strict';
import type { ApiResponse } from './api-client.ts';
import type { TestOrganization, TestService } from './harness.ts';

/** A source of an organization, and a maker that sends to it. */

export type Body = ApiResponse['body'];

export async function newSource({ api }: TestOrganization, fields: object): Promise<Body> {
  const given = { name: 'Partner', source: 'partner', kind: 'json', ...fields };
  const { status, body } = await api.post('/v1/sources', given);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

export interface SentRequest {
  type?: string;
  headers?: Record<string, string>;
  query?: string;
}

export async function sendTo(
  service: TestService,
  source: Body,
  payload: unknown,
  { type = 'application/json', headers = {}, query = '' }: SentRequest = {},
): Promise<{ status: number; body: Body; headers: Headers }> {
  const isRaw = typeof payload === 'string' || Buffer.isBuffer(payload);
  const response = await fetch(`${service.url}/in/${source.source_key}${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: isRaw ? (payload as string) : JSON.stringify(payload),
  });
  const text = await response.text();
  const body = text === '' ? null : JSON.parse(text);
  return { status: response.status, body, headers: response.headers };
}
