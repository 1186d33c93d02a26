type Limits = Readonly<Record<string, unknown>>;

/** Whether any limit becomes stricter: a number where there was none, or a smaller one. */
export function isShorter(before: object, after: object): boolean {
  const stored: Limits = { ...before };
  return Object.entries(after).some(([name, days]) => {
    const previous = stored[name];
    return typeof days === 'number' && (typeof previous !== 'number' || days < previous);
  });
}
