import type { Core } from '../../../sdk/src/core.ts';
import type { CurrentToken, Me } from '../../../sdk/src/generated/types.ts';
import { ApiError } from '../../../sdk/src/problem.ts';
import type { Given } from '../arguments.ts';
import { withClient } from '../context.ts';
import { printObject } from '../output.ts';

export function run(given: Given): Promise<void> {
  return withClient(given, async ({ client, output, credentials: { url, from } }) => {
    await printObject({ url, token_from: from, ...(await identity(client)) }, output);
  });
}

/** Who the token is. The token of an operator belongs to no organization. */
export async function identity(client: Core): Promise<object> {
  const token = await client.json<CurrentToken>('GET', '/v1/token');
  const { token_id, name, scopes, expires_at } = token;
  const me = await client.json<Me>('GET', '/v1/me').catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  });
  return {
    organization: me?.organization ?? null,
    user: me?.user ?? null,
    token: { token_id, name, expires_at },
    scopes,
  };
}
