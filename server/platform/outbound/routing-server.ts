import { isObject } from '../is-object.ts';
import type { Coordinates } from './geocoder.ts';
import { sendHttp } from './http-client.ts';
import type { Outbound } from './outbound.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;
/** A number that is larger says nothing about two visits of one day. */
const MAX_SECONDS = 86_400;

/** Knows how long it takes to drive between places: a server that speaks the table API of OSRM. */
export class RoutingServer {
  readonly #url: string;
  readonly #outbound: Outbound;

  /** The operator chose the address, so it can be in the operator's own network. */
  constructor(url: string, outbound: Outbound) {
    this.#url = url;
    this.#outbound = outbound;
  }

  /**
   * The seconds from each place to each place; null where the server knows no way. Throws if it gives no answer, so that
   * the caller asks again later.
   */
  async durations(
    places: readonly Coordinates[],
    signal: AbortSignal,
  ): Promise<(number | null)[][]> {
    const sent = await sendHttp(this.#outbound, {
      method: 'GET',
      url: tableUrl(this.#url, places),
      headers: { accept: 'application/json', 'user-agent': 'Throughline' },
      body: null,
      timeoutMs: this.#outbound.timeoutsMs.response,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    // Not the places: they would be in the log.
    if (sent.result !== 'accepted') {
      throw new Error(`The routing server did not respond: ${sent.reason}`);
    }
    const found = durationsIn(sent.reply.body.toString(), places.length);
    if (found === null) throw new Error('The response of the routing server is not a table');
    return found;
  }
}

/** The address can have a path and a query of its own, such as a key. */
export function tableUrl(base: string, places: readonly Coordinates[]): string {
  const url = new URL(base);
  const list = places.map(({ latitude, longitude }) => `${longitude},${latitude}`).join(';');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/table/v1/driving/${list}`;
  url.searchParams.set('annotations', 'duration');
  return url.href;
}

/** Null unless it is a table of that size. A value that is no time is null in it. */
export function durationsIn(body: string, size: number): (number | null)[][] | null {
  const table = parsed(body);
  if (!isObject(table) || table.code !== 'Ok' || !isTable(table.durations, size)) return null;
  return table.durations.map((row) => row.map(secondsOf));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isTable(value: unknown, size: number): value is unknown[][] {
  const isList = (list: unknown) => Array.isArray(list) && list.length === size;
  return Array.isArray(value) && isList(value) && value.every(isList);
}

function secondsOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_SECONDS ? Math.ceil(value) : null;
}
