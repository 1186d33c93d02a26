import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Another process that asks the server all the time, as its monitoring and another customer would: /healthz, and a read
 * of another organization. `node outside-probe.ts <url> <token> <pause in ms>`; it sends its figures when it is asked for them.
 */
export interface OutsideFigures {
  /** The longest response time of each, in milliseconds. */
  health_ms: number;
  read_ms: number;
  requests: number;
  failures: number;
}

const [url, token, pauseMs] = process.argv.slice(2);
if (url !== undefined && token !== undefined && process.send) measure(url, token, Number(pauseMs));

function measure(url: string, token: string, pauseMs: number): void {
  let figures = none();
  process.on('message', () => {
    process.send?.(figures);
    figures = none();
  });
  const ask = async (
    path: string,
    headers: Record<string, string>,
    name: 'health_ms' | 'read_ms',
  ) => {
    for (;;) {
      const startedAt = performance.now();
      const status = await fetch(url + path, { headers }).then(
        (response) => response.arrayBuffer().then(() => response.status),
        () => 0,
      );
      figures.requests += 1;
      if (status !== 200) figures.failures += 1;
      figures[name] = Math.max(figures[name], performance.now() - startedAt);
      await sleep(pauseMs);
    }
  };
  ask('/healthz', {}, 'health_ms');
  ask('/v1/leads?limit=1', { authorization: `Bearer ${token}` }, 'read_ms');
}

function none(): OutsideFigures {
  return { health_ms: 0, read_ms: 0, requests: 0, failures: 0 };
}
