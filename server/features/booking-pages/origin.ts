import { linkParameters, readReferrer, thatFit } from '../forms/index.ts';

/** Pure rules: where a visitor came from, carried from step to step like a choice. */
export type Origin = Readonly<Record<string, string>>;

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
