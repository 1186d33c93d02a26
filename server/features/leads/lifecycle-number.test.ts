import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { APPLICATION_ROLE } from '../../platform/database/database.ts';
import { toUuid } from '../../platform/ids.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';

const LEAD = { phone: '+15550100200', service_needed: 'water_heater_repair' };

/** The quasigroup published in H. Michael Damm's thesis of 2004. */
const DAMM = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
];

/** Correct when the digits, including the check digit, reduce to zero. */
function hasValidCheckDigit(number: string): boolean {
  const digits = [...number.replace('-', '')].map(Number);
  return digits.reduce((interim, digit) => DAMM[interim]![digit]!, 0) === 0;
}

describe('lifecycle number', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const capture = async ({ api }: TestOrganization) => {
    const { status, body } = await api.post('/v1/leads', LEAD);
    assert.equal(status, 201);
    return body;
  };
  const ordinal = (number: string) => Number(number.split('-')[0]);
  async function numberOf(value: number): Promise<string> {
    const { rows } = await service.owner.query('select lifecycle_number($1) as number', [value]);
    return rows[0].number;
  }

  it('has six digits, a dash and a correct check digit', async () => {
    const { lifecycle_number: number } = await capture(organization);
    assert.match(number, /^1\d{5}-\d$/);
    assert(hasValidCheckDigit(number), `${number} has a wrong check digit`);
    assert.equal(await numberOf(572), '572-4', 'the example that the algorithm is published with');
    assert.match(await numberOf(1_000_000), /^1000000-\d$/);
  });

  it('detects every wrong digit and every swap of two neighboring digits', async () => {
    for (const value of [100_001, 100_042, 109_876, 123_456, 555_555, 999_999, 1_234_567_890]) {
      const number = await numberOf(value);
      assert(hasValidCheckDigit(number), `${number} has a wrong check digit`);
      const digits = [...number.replace('-', '')];
      for (const [place, digit] of digits.entries()) {
        for (const wrong of '0123456789') {
          if (wrong === digit) continue;
          const mistyped = digits.with(place, wrong).join('');
          assert(!hasValidCheckDigit(mistyped), `${number} mistyped as ${mistyped} passes`);
        }
        const next = digits[place + 1];
        if (next === undefined || next === digit) continue;
        const swapped = digits
          .with(place, next)
          .with(place + 1, digit)
          .join('');
        assert(!hasValidCheckDigit(swapped), `${number} swapped to ${swapped} passes`);
      }
    }
  });

  it('counts up in the order of capture, from the same start in every organization', async () => {
    const [one, other] = [await service.newOrganization(), await service.newOrganization()];
    const numbers = [];
    for (let count = 0; count < 4; count += 1) numbers.push(await capture(one));
    assert.deepEqual(
      numbers.map((lead) => ordinal(lead.lifecycle_number)),
      [100_001, 100_002, 100_003, 100_004],
    );
    assert.equal((await capture(other)).lifecycle_number, numbers[0].lifecycle_number);
  });

  it('is unique and has no gaps when forty leads are captured at the same time', async () => {
    const [one, other] = [await service.newOrganization(), await service.newOrganization()];
    const captured = (which: TestOrganization) => Array.from({ length: 20 }, () => capture(which));
    const leads = await Promise.all([...captured(one), ...captured(other)]);
    for (const [own, organizationOf] of [
      [leads.slice(0, 20), one],
      [leads.slice(20), other],
    ] as const) {
      const ordinals = own.map((lead) => ordinal(lead.lifecycle_number)).sort((a, b) => a - b);
      assert.deepEqual(
        ordinals,
        Array.from({ length: 20 }, (_, index) => 100_001 + index),
      );
      for (const lead of own) assert(hasValidCheckDigit(lead.lifecycle_number));
      const { body } = await organizationOf.api.get('/v1/events?type=lead.created&limit=200');
      const inOrderOfCommit = body.data.map((event: { lifecycle_number: string }) =>
        ordinal(event.lifecycle_number),
      );
      assert.deepEqual(inOrderOfCommit, ordinals, 'the numbers are not in the order of capture');
    }
  });

  it('is not used up by a refused lead, and never reused after a deletion', async () => {
    const own = await service.newOrganization();
    const first = await capture(own);
    await own.api.post('/v1/leads', {});
    await own.api.delete(`/v1/leads/${first.lead_id}`);
    const second = await capture(own);
    assert.equal(ordinal(second.lifecycle_number), ordinal(first.lifecycle_number) + 1);
  });

  describe('in the database', () => {
    let lead: Record<string, string>;
    before(async () => {
      lead = await capture(organization);
    });

    /** Runs the SQL as the role, in a transaction of the organization, and rolls it back. */
    async function as(role: 'owner' | 'application', sql: string) {
      const { owner } = service;
      await owner.query('begin');
      try {
        if (role === 'application') await owner.query(`set local role ${APPLICATION_ROLE}`);
        await owner.query("select set_config('app.organization_id', $1, true)", [
          toUuid('organization', organization.organizationId),
        ]);
        return await owner.query(sql);
      } finally {
        await owner.query('rollback');
      }
    }
    const thisLead = () => `lead_id = '${toUuid('lead', lead.lead_id!)}'`;

    it('cannot be changed by the application role or by the owner', async () => {
      for (const role of ['application', 'owner'] as const) {
        for (const change of [`'100999-9'`, 'null', `lifecycle_number || '1'`]) {
          const sql = `update leads set lifecycle_number = ${change} where ${thisLead()}`;
          await assert.rejects(as(role, sql), { code: '23001', message: /never changes/ });
        }
        const other = await as(role, `update leads set notes = 'x' where ${thisLead()}`);
        assert.equal(other.rowCount, 1, 'other columns can still change');
      }
      const read = await organization.api.get(`/v1/leads/${lead.lead_id}`);
      assert.deepEqual(read.body, lead);
    });

    it('cannot be used by a second lead of the organization', async () => {
      const sql = `insert into leads
        select (jsonb_populate_record(leads, jsonb_build_object('lead_id', gen_random_uuid()))).*
        from leads where ${thisLead()}`;
      await assert.rejects(as('owner', sql), { code: '23505' });
    });

    it('is protected from deleting a lead or emptying the table, even by the owner', async () => {
      await assert.rejects(as('owner', `delete from leads where ${thisLead()}`), { code: '23001' });
      await assert.rejects(as('owner', 'truncate leads cascade'), { code: '23001' });
      for (const sql of [`delete from leads where ${thisLead()}`, 'truncate leads']) {
        await assert.rejects(as('application', sql), { code: '42501' });
      }
    });

    it('is protected from the application role disabling the trigger or resetting the counter', async () => {
      const forbidden = [
        'alter table leads disable trigger leads_lifecycle_number_immutable',
        'drop trigger leads_lifecycle_number_immutable on leads',
        'update organization_counters set lifecycle_ordinal = 1',
        'delete from organization_counters',
        "set session_replication_role = 'replica'",
      ];
      for (const sql of forbidden) {
        await assert.rejects(as('application', sql), { code: '42501' }, sql);
      }
    });
  });
});
