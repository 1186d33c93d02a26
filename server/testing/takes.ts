/**
 * Simulates the time that someone else takes: a receiver to respond, or a caller between two requests. It is part of
 * the tested situation and never used to wait for the service; use eventually() for that.
 */
export function takes(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
