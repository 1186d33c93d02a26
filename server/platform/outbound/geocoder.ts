import { isObject } from '../is-object.ts';
import { sendHttp } from './http-client.ts';
import type { Outbound } from './outbound.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Finds the coordinates of addresses at a server that speaks the search API of Nominatim. */
export class Geocoder {
  readonly #url: string;
  readonly #outbound: Outbound;

  /** The operator chose the address, so it can be in the operator's own network. */
  constructor(url: string, outbound: Outbound) {
    this.#url = url;
    this.#outbound = outbound;
  }

  /** Null if the server knows no such address. Throws if it gives no answer, so that the caller asks again later. */
  async find(address: string, signal: AbortSignal): Promise<Coordinates | null> {
    const url = new URL(this.#url);
    url.searchParams.set('format', 'jsonv2');
    url.searchParams.set('limit', '1');
    url.searchParams.set('q', address);
    const sent = await sendHttp(this.#outbound, {
      method: 'GET',
      url: url.href,
      headers: { accept: 'application/json', 'user-agent': 'Throughline' },
      body: null,
      timeoutMs: this.#outbound.timeoutsMs.response,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    // Not the address: it would be in the log.
    if (sent.result !== 'accepted') throw new Error(`The geocoder did not respond: ${sent.reason}`);
    const found = parsed(sent.reply.body.toString());
    if (found === undefined) throw new Error('The response of the geocoder is not a JSON array');
    return coordinatesOf(found[0]);
  }
}

function parsed(body: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Nominatim writes numbers as texts. */
export function coordinatesOf(place: unknown): Coordinates | null {
  if (!isObject(place)) return null;
  const [latitude, longitude] = [degrees(place.lat, 90), degrees(place.lon, 180)];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function degrees(value: unknown, limit: number): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !(Math.abs(number) <= limit)) return null;
  // About 10 cm: more digits say nothing about a house.
  return Math.round(number * 1e6) / 1e6;
}
