/** How text that people send is read. */

/** Empty text, and text of nothing but spaces, counts as absent. */
export function presentText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  return trimmed === '' ? null : trimmed;
}

/** Kept exactly as sent, unless it is blank. */
export function textAsSent(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
