import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Another process that asks the server all the time, as its monitoring and another customer would: /healthz, and a read
 * of another organization. `node outside-probe.ts <url> <token>`; it sends its figures when it is asked for them.
 */
export interface OutsideFigures {
  requests: number;
  failures: number;
}

/** Between two requests. Without it, they would be most of the work of the server. */
const PAUSE_MS = 50;

const [url, token] = process.argv.slice(2);
if (url !== undefined && token !== undefined && process.send) watch(url, token);

function watch(url: string, token: string): void {
  let figures: OutsideFigures = { requests: 0, failures: 0 };
  process.on('message', () => {
    process.send?.(figures);
    figures = { requests: 0, failures: 0 };
  });
  const ask = async (path: string, headers: Record<string, string>) => {
    for (;;) {
      const status = await fetch(url + path, { headers }).then(
        (response) => response.arrayBuffer().then(() => response.status),
        () => 0,
      );
      figures.requests += 1;
      if (status !== 200) figures.failures += 1;
      await sleep(PAUSE_MS);
    }
  };
  ask('/healthz', {});
  ask('/v1/leads?limit=1', { authorization: `Bearer ${token}` });
}
