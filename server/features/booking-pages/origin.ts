import { linkParameters, readReferrer } from '../forms/index.ts';

/** Pure rules: where a visitor came from, carried from step to step like a choice. */
export type Origin = Readonly<Record<string, string>>;

/** As it is in an address. With the longest answers, an address stays below 16 KiB. */
const MAX_ENCODED = 1_000;

/**
 * The parameters of the link, or of the page that led here, the page before, and a landing page that the link names. Our
 * own pages send no referrer, so the header counts on the first step only, and is a field from there on.
 */
export function readOrigin(sent: URLSearchParams, referer: string | undefined): Origin {
  const page = sent.has('step') ? null : readReferrer(referer);
  const there = page === null ? {} : linkParameters(Object.fromEntries(new URL(page).searchParams));
  const referrer = readReferrer(sent.get('referrer') ?? undefined) ?? page;
  const landingPage = readReferrer(sent.get('landing_page') ?? undefined);
  return thatFit({
    ...there,
    ...linkParameters(Object.fromEntries(sent)),
    ...(referrer !== null && { referrer }),
    ...(landingPage !== null && { landing_page: landingPage }),
  });
}

/** What is too long is left out: a visitor without it can still book. */
function thatFit(values: Record<string, string>): Origin {
  let left = MAX_ENCODED;
  const kept = Object.entries(values).filter(([name, value]) => {
    const length = new URLSearchParams([[name, value]]).toString().length + 1;
    if (length > left) return false;
    left -= length;
    return true;
  });
  return Object.fromEntries(kept);
}
