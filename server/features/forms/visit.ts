import { isWebAddress } from '../../platform/web-address.ts';
import { LINK_PARAMETERS } from '../leads/index.ts';

/** Where a visitor came from, as the browser says it: parameters of the link, and the page before. */
export interface Visit {
  /** Parameters in the address of the form. */
  query: Readonly<Record<string, unknown>>;
  /** The header `Referer`. */
  referer: string | undefined;
}

export const NO_VISIT: Visit = { query: {}, referer: undefined };

const MAX_PARAMETER = 500;
const MAX_ADDRESS = 2_000;

/**
 * The attribution of a visit. Our own page passes on the page before it in a field, since it sends no referrer itself. A
 * form on another page has that page as its referrer, with the parameters that led there.
 */
export function attributionOf(visit: Visit, sentReferrer: string): Record<string, string> {
  const landing = readReferrer(textOf(visit.query.landing_page));
  const own = {
    ...linkParameters(visit.query),
    ...(landing !== null && { landing_page: landing }),
  };
  const referrer = readReferrer(sentReferrer);
  const page = readReferrer(visit.referer);
  if (referrer !== null) return { ...own, referrer };
  if (page === null) return own;
  const there = linkParameters(Object.fromEntries(new URL(page).searchParams));
  return { ...there, landing_page: page, ...own };
}

/** As it is in an address. With the longest answers on a booking page, an address stays below 16 KiB. */
const MAX_ENCODED = 1_000;

/** What a link to the same form in another language carries along: only what becomes the attribution, as far as it fits. */
export function linkOrigin(query: URLSearchParams): Record<string, string> {
  const sent = Object.fromEntries(query);
  const landing = readReferrer(sent.landing_page);
  return thatFit({
    ...linkParameters(sent),
    ...(landing !== null && { landing_page: landing }),
  });
}

/** What is too long is left out: a visitor without it can still send the page. */
export function thatFit(values: Readonly<Record<string, string>>): Record<string, string> {
  let left = MAX_ENCODED;
  const kept = Object.entries(values).filter(([name, value]) => {
    const length = new URLSearchParams([[name, value]]).toString().length + 1;
    if (length > left) return false;
    left -= length;
    return true;
  });
  return Object.fromEntries(kept);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Null if it is no address of a page. */
export function readReferrer(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_ADDRESS || !isWebAddress(text)) return null;
  return isStorable(text) ? text : null;
}

export function linkParameters(query: Readonly<Record<string, unknown>>): Record<string, string> {
  const found = LINK_PARAMETERS.flatMap((name) => {
    const value = Object.hasOwn(query, name) ? query[name] : undefined;
    const isUsable = typeof value === 'string' && value.length <= MAX_PARAMETER;
    return isUsable && isStorable(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(found);
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
