import { Sandbox } from '../server/platform/sandbox/sandbox.ts';
import { type Print, percentile, type Row } from './lib/bench.ts';

const EVALUATIONS = 5_000;
const WARM_UP = 2_000;
const MAX_P50_MS = 1;

const lead = {
  name: 'Dana Whitfield',
  phone: '+15550100200',
  email: 'dana@example.com',
  source: 'web_form',
  service_needed: 'water_heater_repair',
  address: '1418 Alder St, Portland, OR 97205',
  notes: 'Leaking since Sunday. '.repeat(20),
};
const TEXT =
  'Hi {{ lead.name | default: "there" }}, we got your request on {{ now | date: "%d %B" }}. {% if lead.phone %}We call {{ lead.phone }}.{% endif %}';
const CONDITION = "lead.source == 'web_form' && lead.phone != null";

/** How long one evaluation takes in the sandbox, the way to the thread and back included. */
export async function sandbox(print: Print): Promise<Row[]> {
  const own = new Sandbox();
  await using end = new AsyncDisposableStack();
  end.defer(() => own.close());
  const kinds: Record<string, () => Promise<unknown>> = {
    'a template': () => own.renderTexts('bench', [TEXT], { lead, now: '2027-03-01T09:00:00Z' }),
    'a condition': () => own.decide('bench', 'lead:map', CONDITION, { lead }),
  };
  const rows = [];
  for (const [name, evaluate] of Object.entries(kinds)) {
    for (let n = 0; n < WARM_UP; n += 1) await evaluate();
    const latencies: number[] = [];
    for (let n = 0; n < EVALUATIONS; n += 1) {
      const startedAt = performance.now();
      await evaluate();
      latencies.push(performance.now() - startedAt);
    }
    const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
    print(`${name}: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms`);
    rows.push({
      name: `${name} in the sandbox, p50`,
      measured: `${p50.toFixed(3)} ms (p99 ${p99.toFixed(3)} ms)`,
      against: `${MAX_P50_MS} ms`,
      ratio: p50 / MAX_P50_MS,
      target: `< ${MAX_P50_MS}`,
      passed: p50 < MAX_P50_MS,
      details: { p50_ms: p50, p99_ms: p99 },
    });
  }
  return rows;
}
