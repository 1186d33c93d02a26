import type { Call } from '../../server/testing/booking-walk.ts';
import type { TestBed } from './test-bed.ts';

/** Requests of one organization, to prepare data before a measurement and where only responses matter. */
export function callerOf({ url }: Pick<TestBed, 'url'>, token: string): Call {
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
