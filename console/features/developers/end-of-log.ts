const STEP = 256;

/**
 * A place near the end of the log, which is read oldest first. `hasMore` asks whether there are events after a number;
 * `known` is a number that exists. The distance doubles until nothing is there, then it is halved: a few questions for
 * any length.
 */
export async function findEnd(
  known: number,
  hasMore: (after: number) => Promise<boolean>,
): Promise<number> {
  let low = known;
  let step = STEP;
  while (await hasMore(low + step)) {
    low += step;
    step *= 2;
  }
  let high = low + step;
  while (high - low > STEP) {
    const middle = Math.floor((low + high) / 2);
    if (await hasMore(middle)) low = middle;
    else high = middle;
  }
  return low;
}
