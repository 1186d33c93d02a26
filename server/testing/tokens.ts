import type { ApiClient } from './api-client.ts';
import { created } from './created.ts';

/** A token with its secret. */
export function newToken(api: ApiClient, body: Record<string, unknown>) {
  return created(api.post('/v1/tokens', { name: 'Test', ...body }));
}

export function newUser(api: ApiClient, role: string) {
  const email = `${crypto.randomUUID()}@example.com`;
  return created(api.post('/v1/users', { name: `The ${role}`, email, role }));
}
