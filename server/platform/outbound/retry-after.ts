/** The delay in milliseconds. The header is a number of seconds or a date (RFC 9110, 10.2.3); null for anything else. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]+,? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
