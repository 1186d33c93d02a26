/** A form or a mail can also be sent as JSON; then the service must know it. Null: as the kind usually sends it. */
export function contentTypeOf(kind: string, payload: string): string | null {
  if (kind !== 'form' && kind !== 'email') return null;
  try {
    JSON.parse(payload);
    return 'application/json';
  } catch {
    return null;
  }
}
