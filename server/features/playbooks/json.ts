/** A JSON object as received, not validated yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Escapes a field name for a JSON pointer. */
export function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
