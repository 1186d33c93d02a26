import { mock } from 'node:test';

/** The limits of requests count in real time, which stands still while the work is done: a slow machine changes nothing. */
export async function inOneMoment<T>(work: () => Promise<T>): Promise<T> {
  const now = Math.floor(performance.now());
  const { mock: stopped } = mock.method(performance, 'now', () => now);
  try {
    return await work();
  } finally {
    stopped.restore();
  }
}
