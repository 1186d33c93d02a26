import type { Call } from '../../server/testing/booking-walk.ts';
import type { Stand } from './stand.ts';

/** Requests of one organization, for what is made before the measuring, and where only answers count. */
export function callerOf({ url }: Pick<Stand, 'url'>, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}
