import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APPLICATION_ROLE } from '../../platform/database/database.ts';
import { firstOf } from '../../testing/first-of.ts';
import { sharedService } from '../../testing/fixtures.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

/** When the searches are planned. */
const FEW = 100;
const CONTACTS = 20_000;
/** A mail domain where this many have one surname. */
const CROWD = 5_000;
const [COMPANY, PROVIDER] = [-1, -2];

describe('the search for duplicates', () => {
  const service = sharedService();

  const SEARCHES = {
    probe_leads: ['probe_leads($1, $2, $3, $4)', (id: string) => id],
    probe_leads_of_many: [
      "probe_leads_of_many($1, $2, '{2}', $3, '{2}', $4, '{2}')",
      (id: string) => [id],
    ],
    probe_leads_batch: ["probe_leads_batch($1, '{}', $2, $3, $4)", (id: string) => id],
  } as const;

  it('reads what shares a key, not what the organization has, also if it was planned for a small table', async () => {
    const { organizationId } = await service.newOrganization();
    const id = uuidFrom('organization', organizationId);
    const { owner } = service;
    const add = (from: number, to: number) =>
      owner.query(
        `insert into contact_keys (organization_id, key, contact_id)
         select $1, case when n <= 3 then $5 when n <= $4 then $6 else n end::bigint, gen_random_uuid()
         from generate_series($2::int, $3::int) as n`,
        [id, from, to, CROWD, COMPANY, PROVIDER],
      );
    await owner.query('set session_replication_role = replica');
    await add(1, FEW);
    await owner.query('analyze contact_keys');
    await owner.query('reset session_replication_role');
    await searchAll(id);
    await owner.query('set session_replication_role = replica');
    await add(FEW + 1, CONTACTS);
    await owner.query('reset session_replication_role');
    for (const when of ['planned before', 'planned after']) {
      for (const [name, read] of await searchAll(id)) {
        assert(read >= 7, `${name}, ${when}, read ${read} keys: the test counts nothing`);
        assert(read <= 150, `${name}, ${when}, read ${read} keys`);
      }
      await owner.query('analyze contact_keys');
    }
  });

  /** The name of each search, and how many keys it reads. */
  async function searchAll(id: string): Promise<[string, number][]> {
    const found: [string, number][] = [];
    for (const [name, [call, organization]] of Object.entries(SEARCHES)) {
      const exact = [CROWD + 1, CROWD + 2];
      const others = [CROWD + 3, CROWD + 4];
      const values = [organization(id), exact, [COMPANY, PROVIDER], others];
      const tenant = name === 'probe_leads_of_many' ? '' : id;
      found.push([name, await countReads(call, values, tenant)]);
    }
    return found;
  }

  async function countReads(call: string, values: unknown[], tenant: string): Promise<number> {
    const { owner } = service;
    await owner.query('begin');
    await owner.query(`set local role ${APPLICATION_ROLE}`);
    await owner.query("select set_config('app.organization_id', $1, true)", [tenant]);
    const before = await counter();
    await owner.query(`select * from ${call}`, values);
    const after = await counter();
    await owner.query('rollback');
    return after - before;
  }

  async function counter(): Promise<number> {
    const { rows } = await service.owner.query(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
       where relname = 'contact_keys'`,
    );
    return firstOf(rows).read;
  }
});
