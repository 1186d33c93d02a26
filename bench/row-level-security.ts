import { type Bench, median, perSecond } from './lib/bench.ts';
import { captureScript, captureVariants, makeScriptOrganizations } from './lib/capture.ts';
import { pgbench } from './lib/pgbench.ts';
import { startStand } from './lib/stand.ts';

const CLIENTS = 32;
const ROUNDS = 4;
const SECONDS = 4;
const TABLES = ['leads', 'events', 'organization_counters', 'organizations'];

/** The same captures with the policies on and off, turn by turn, on the database alone. */
export const rowLevelSecurity: Bench = {
  name: 'row-level-security',
  async run(say) {
    const stand = await startStand({ THROUGHLINE_ROLE: 'api' });
    try {
      await makeScriptOrganizations(stand, CLIENTS);
      const rate = (seconds: number) =>
        pgbench({
          stand,
          steps: captureScript,
          variants: captureVariants,
          clients: CLIENTS,
          seconds,
        });
      const policies = async (state: 'enable' | 'disable') => {
        for (const table of TABLES)
          await stand.sql.query(`alter table ${table} ${state} row level security`);
      };
      say('warming up');
      await rate(3);
      const on: number[] = [];
      const off: number[] = [];
      for (let round = 1; round <= ROUNDS; round += 1) {
        await policies('enable');
        on.push(await rate(SECONDS));
        await policies('disable');
        off.push(await rate(SECONDS));
        say(`round ${round}: on ${perSecond(on.at(-1)!)}, off ${perSecond(off.at(-1)!)}`);
      }
      const ratio = median(on) / median(off);
      return [
        {
          name: 'capture with row-level security',
          measured: perSecond(median(on)),
          against: `${perSecond(median(off))} without it`,
          ratio,
          bar: '≥ 0.9',
          holds: ratio >= 0.9,
          details: { on, off },
        },
      ];
    } finally {
      await stand.stop();
    }
  },
};
