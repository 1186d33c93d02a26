import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { availability } from './availability.ts';
import { booking } from './booking.ts';
import { capture } from './capture.ts';
import { capturePolicy } from './capture-policy.ts';
import { cli } from './cli.ts';
import { cluster } from './cluster.ts';
import { consoleBudgets } from './console.ts';
import { consoleMemory } from './console-memory.ts';
import { crash } from './crash.ts';
import { customerHistory } from './customer-history.ts';
import { dedupQuality } from './dedup-quality.ts';
import { demo } from './demo.ts';
import { erasure } from './erasure.ts';
import { followUps } from './follow-ups.ts';
import { growth } from './growth.ts';
import { idle } from './idle.ts';
import { createImport } from './import.ts';
import type { Bench, Row } from './lib/bench.ts';
import { lookup } from './lookup.ts';
import { mailCrash } from './mail-crash.ts';
import { manyLeads } from './many-leads.ts';
import { organizations } from './organizations.ts';
import { playbooksCrash } from './playbooks-crash.ts';
import { playbooksThroughput } from './playbooks-throughput.ts';
import { playbooksTimers } from './playbooks-timers.ts';
import { playbooksWaiting } from './playbooks-waiting.ts';
import { rowLevelSecurity } from './row-level-security.ts';
import { sandbox } from './sandbox.ts';
import { start } from './start.ts';
import { webhooksCrash } from './webhooks-crash.ts';
import { webhooksIsolation } from './webhooks-isolation.ts';
import { webhooksLatency } from './webhooks-latency.ts';
import { webhooksReplay } from './webhooks-replay.ts';
import { webhooksThroughput } from './webhooks-throughput.ts';

/** npm run bench [name …] [-- --minutes N]: runs the benchmarks one after the other, prints a table and writes JSON. */
const benches: Record<string, Bench> = {
  start,
  cli,
  demo,
  capture,
  cluster,
  'capture-policy': capturePolicy,
  sandbox,
  'row-level-security': rowLevelSecurity,
  idle,
  organizations,
  'dedup-quality': dedupQuality,
  import: createImport,
  'many-leads': manyLeads,
  growth,
  lookup,
  availability,
  booking,
  'customer-history': customerHistory,
  erasure,
  crash,
  'mail-crash': mailCrash,
  'follow-ups': followUps,
  'playbooks-throughput': playbooksThroughput,
  'playbooks-waiting': playbooksWaiting,
  'playbooks-timers': playbooksTimers,
  'playbooks-crash': playbooksCrash,
  'webhooks-latency': webhooksLatency,
  'webhooks-throughput': webhooksThroughput,
  'webhooks-isolation': webhooksIsolation,
  'webhooks-replay': webhooksReplay,
  'webhooks-crash': webhooksCrash,
  console: consoleBudgets,
  'console-memory': consoleMemory,
};

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string' } },
});
const options = values.minutes === undefined ? {} : { minutes: Number(values.minutes) };
const unknown = wanted.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(benches).join(', ')}`,
  );
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  rows.push(...(await bench((message) => console.log(`  ${message}`), options)));
}

console.log(`\n${table(rows)}\n`);
const results = join(import.meta.dirname, 'results');
mkdirSync(results, { recursive: true });
const machine = { cores: availableParallelism(), model: cpus()[0]?.model, node: process.version };
const file = join(results, 'latest.json');
writeFileSync(
  file,
  `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
);
console.log(`Results written to ${file}`);
process.exit(rows.every((row) => row.passed) ? 0 : 1);

function table(lines: Row[]): string {
  const cells = [
    ['benchmark', 'measured', 'compared with', 'ratio', 'target', ''],
    ...lines.map((row) => [
      row.name,
      row.measured,
      row.against,
      row.ratio.toFixed(2),
      row.target,
      row.passed ? 'ok' : 'MISSED',
    ]),
  ];
  const widths = cells[0]!.map((_, column) =>
    Math.max(...cells.map((line) => line[column]!.length)),
  );
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
