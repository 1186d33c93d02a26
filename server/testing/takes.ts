/**
 * Time that somebody else takes: a receiver to answer, a caller between two requests. It shapes what is tested
 * and is never a way to wait for the service; for that there is eventually().
 */
export function takes(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
