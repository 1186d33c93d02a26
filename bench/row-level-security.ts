import { median, type Print, perSecond, type Row } from './lib/bench.ts';
import { captureScript, captureVariants, createScriptOrganizations } from './lib/capture.ts';
import { pgbench } from './lib/pgbench.ts';
import { startTestBed } from './lib/test-bed.ts';

const CLIENTS = 32;
const ROUNDS = 4;
const SECONDS = 4;
const TABLES = ['leads', 'events', 'organization_counters', 'organizations'];

/** The same captures with the policies enabled and disabled, alternating, on the database alone. */
export async function rowLevelSecurity(print: Print): Promise<Row[]> {
  await using testBed = await startTestBed({ THROUGHLINE_ROLE: 'api' });
  await createScriptOrganizations(testBed, CLIENTS);
  const rate = (seconds: number) =>
    pgbench({
      testBed,
      steps: captureScript,
      variants: captureVariants,
      clients: CLIENTS,
      seconds,
    });
  const policies = async (state: 'enable' | 'disable') => {
    for (const table of TABLES)
      await testBed.sql.query(`alter table ${table} ${state} row level security`);
  };
  print('warming up');
  await rate(3);
  const on: number[] = [];
  const off: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    await policies('enable');
    on.push(await rate(SECONDS));
    await policies('disable');
    off.push(await rate(SECONDS));
    print(`round ${round}: on ${perSecond(on.at(-1)!)}, off ${perSecond(off.at(-1)!)}`);
  }
  const ratio = median(on) / median(off);
  return [
    {
      name: 'capture with row-level security',
      measured: perSecond(median(on)),
      against: `${perSecond(median(off))} without it`,
      ratio,
      target: '≥ 0.9',
      passed: ratio >= 0.9,
      details: { on, off },
    },
  ];
}
