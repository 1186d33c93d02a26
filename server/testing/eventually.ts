/** Most conditions become true almost immediately; slow ones are checked less and less often. */
const FIRST_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;
/** On a machine that does much else. Only a test that fails waits for so long. */
const ENOUGH_MS = 60_000;

type NotYet = null | undefined | false | 0 | '';

/**
 * Waits until a condition becomes true, and returns its value. The last check starts after the deadline, so a slow
 * machine cannot fail a condition that was true in time.
 */
export async function eventually<T>(
  check: () => T | NotYet | Promise<T | NotYet>,
  withinMs = ENOUGH_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    const isLast = performance.now() > deadline;
    const seen = await check();
    if (seen) return seen;
    if (isLast) throw new Error(`The condition was not true within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
