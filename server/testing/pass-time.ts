const measured = performance.now.bind(performance);
let passedMs = 0;

/**
 * Lets time pass for what measures it in this process, such as how long a token is cached. Nothing waits, and time never
 * goes back.
 */
export function passTime(ms: number): void {
  passedMs += ms;
  performance.now = () => measured() + passedMs;
}

/** A change to a token, a session, a user or a suspension applies everywhere within this time. */
export function passASecond(): void {
  passTime(1_000);
}
