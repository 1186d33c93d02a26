/** An object as it was sent, whose members may be anything. */
export type Members = Readonly<Record<string, unknown>>;

/** A name as a part of a JSON pointer. */
export function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
