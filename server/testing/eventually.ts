/** Most conditions hold almost at once; those that take long are looked at less and less often. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

type NotYet = null | undefined | false | 0 | '';

/**
 * Waits for a condition that comes true by itself, and returns what was seen. The last look starts after the
 * deadline, so a slow machine cannot fail a condition that held in time.
 */
export async function eventually<T>(
  look: () => T | NotYet | Promise<T | NotYet>,
  withinMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const isLast = performance.now() > deadline;
    const seen = await look();
    if (seen) return seen;
    if (isLast) throw new Error(`It did not happen within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
