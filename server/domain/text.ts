/** Parsing of text in requests. */

/** Empty text and text with only spaces count as missing. */
export function presentText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** Stored exactly as sent, unless it is blank. */
export function textAsSent(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
