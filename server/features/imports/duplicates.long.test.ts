import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateLeads } from '../../domain/dedup/testing/generated-leads.ts';
import { eventually } from '../../testing/eventually.ts';
import { sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

const service = sharedService({ hasWorker: true });

type Row = Record<string, string | null>;

async function importRows({ api }: TestOrganization, rows: readonly Row[]) {
  const raw = rows.map((row) => JSON.stringify(row)).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const { status, body } = await api.post('/v1/imports', undefined, { raw, headers });
  assert.equal(status, 202, JSON.stringify(body));
  const report = await eventually(async () => {
    const response = await api.get(`/v1/imports/${body.import_id}`);
    return response.body.status === 'running' ? null : response.body;
  }, 120_000);
  assert.deepEqual(report.errors, []);
  return report;
}

/** All leads of the organization by source_ref, with the source_ref of the lead they duplicate. */
async function structureOf({ api }: TestOrganization) {
  const leads = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/v1/leads?limit=200${cursor}`);
    leads.push(...body.data);
    if (!body.has_more) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  const refs = new Map(leads.map((lead) => [lead.lead_id, lead]));
  return new Map(
    leads.map((lead) => {
      const { duplicate_of, duplicate_match: match } = lead;
      const other = duplicate_of && refs.get(duplicate_of);
      if (other) {
        assert.equal(match.lead_id, other.lead_id);
        assert.equal(match.lifecycle_number, other.lifecycle_number);
      }
      const { score, confidence, reasons } = match ?? {};
      const { source_ref, lifecycle_number, status } = lead;
      return [
        source_ref,
        { lifecycle_number, status, of: other?.source_ref, score, confidence, reasons },
      ];
    }),
  );
}

/** Different ones, none of which is a typo of another: syllables of a code in which every two differ twice. */
function givenName(place: number): string {
  const syllables = ['ba', 'de', 'fi', 'go', 'hu', 'ka', 'le', 'mi', 'no', 'pu', 'ra', 'se', 'ti'];
  const digits = [place % 13, Math.floor(place / 13) % 13, Math.floor(place / 169) % 13];
  const check = digits.reduce((sum, digit) => sum + digit, 0) % 13;
  return [...digits, check].map((digit) => syllables[digit]).join('');
}

// No two multiples of 11 differ in one digit, or in two that are swapped.
const phoneOf = (place: number) => `+1415555${String(11 * place).padStart(4, '0')}`;

const row = (place: number) => ({
  name: `${givenName(place)} Smith`,
  phone: phoneOf(place),
  email: `${givenName(place)}@valley-internet.net`,
  service_needed: 'ac_repair',
  source_ref: String(place),
});

/** A duplicate without a phone number or an email address in common. */
const mistyped = (place: number) => ({
  ...row(place),
  phone: phoneOf(place).replace(/.$/, (digit) => String((Number(digit) + 5) % 10)),
  email: `mail${place}@valley-internet.net`,
});

describe('duplicates in an import', () => {
  it('are the same as in single captures, within batches and across them', async () => {
    const rows = generateLeads(330, 7).map(({ contact }, index) => ({
      ...contact,
      service_needed: 'ac_repair',
      source: 'crm',
      source_ref: String(index),
    }));
    assert(rows.length > 400, 'all rows are in one batch');
    const single = await service.newOrganization();
    const imported = await service.newOrganization();
    for (const row of rows) {
      assert.equal((await single.api.post('/v1/leads', row)).status, 201);
    }
    const report = await importRows(imported, rows);
    const expected = await structureOf(single);
    assert.deepEqual(await structureOf(imported), expected);
    const duplicates = [...expected.values()].filter(({ of }) => of !== undefined).length;
    assert(duplicates > 50, `there are only ${duplicates} duplicates`);
    assert.equal(report.duplicates, duplicates);
    assert.equal(report.accepted, rows.length);
  });

  it('include leads captured before, also merged ones, but never deleted ones', async () => {
    const own = await service.newOrganization();
    const capture = async (name: string, phone: string) =>
      (await own.api.post('/v1/leads', { name, phone, service_needed: 'ac_repair' })).body;
    const kept = await capture('Wanda Thornbury', '+14155550111');
    const merged = await capture('Priya Kirkdale', '+12125550122');
    const deleted = await capture('Omar Fairwick', '+13055550133');
    await own.api.post(`/v1/leads/${merged.lead_id}/merge`, { into: kept.lead_id });
    await own.api.delete(`/v1/leads/${deleted.lead_id}`);
    const again = (name: string, phone: string, source_ref: string) => ({
      name,
      phone,
      service_needed: 'ac_repair',
      source: 'crm',
      source_ref,
    });
    await importRows(own, [
      again('Wanda Thornbury', '+14155550111', 'same'),
      again('Priya Kirkdale', '+12125550122', 'of the merged'),
      again('Omar Fairwick', '+13055550133', 'of the deleted'),
      again('Omar Fairwick', '+13055550133', 'of the row before'),
      again('Omar Fairwick', '+13055550133', 'of the same'),
    ]);
    const { body } = await own.api.get('/v1/leads?source=crm&limit=200');
    const [third, second, first, ofMerged, same] = body.data;
    assert.equal(same.duplicate_of, kept.lead_id);
    assert.equal(same.duplicate_match.lifecycle_number, kept.lifecycle_number);
    assert.equal(ofMerged.duplicate_of, kept.lead_id);
    assert.equal(first.duplicate_of, undefined);
    assert.equal(second.duplicate_of, first.lead_id);
    assert.equal(second.duplicate_match.lifecycle_number, first.lifecycle_number);
    assert.equal(third.duplicate_of, first.lead_id, 'a chain was not followed to its root');
    assert.equal(second.status, 'qualified');
  });

  it('are found by a mistyped phone among hundreds of one surname at one mail domain', async () => {
    const places = Array.from({ length: 700 }, (_, place) => place);
    const again = places.filter((place) => place % 50 === 49);
    const own = await service.newOrganization();
    await importRows(
      own,
      places.map(row).map((one) => ({ ...one, source: 'first' })),
    );
    for (const place of again) {
      const { status } = await own.api.post('/v1/leads', { ...mistyped(place), source: 'single' });
      assert.equal(status, 201);
    }
    await importRows(
      own,
      again.map(mistyped).map((one) => ({ ...one, source: 'second' })),
    );
    for (const source of ['single', 'second']) {
      const { body } = await own.api.get(`/v1/leads?source=${source}&limit=200`);
      assert.equal(body.data.length, again.length);
      for (const { source_ref, duplicate_of } of body.data) {
        const { body: first } = await own.api.get(`/v1/leads/${duplicate_of}`);
        assert.equal(first.source_ref, source_ref, source);
        assert.equal(first.source, 'first');
      }
    }
  });

  it('are found in the batch before, also if a deadlock makes it run again', async () => {
    const own = await service.newOrganization();
    const places = Array.from({ length: 300 }, (_, place) => place);
    const { owner } = service;
    await owner.query('begin');
    await owner.query('lock table contact_keys in share mode');
    const importing = importRows(own, [
      ...places.map((place) => ({ ...row(place), source: 'first' })),
      ...places.slice(0, 50).map((place) => ({
        ...mistyped(place),
        source: 'second',
        source_ref: `again ${place}`,
      })),
    ]);
    const waiting = 'select from pg_locks where pg_backend_pid() = any (pg_blocking_pids(pid))';
    await eventually(async () => (await owner.query(waiting)).rowCount);
    // The first batch waits to write its keys, and has locked the import: PostgreSQL ends its transaction.
    await owner.query(`set local deadlock_timeout = '1min'`);
    await owner.query('select from imports for update');
    await owner.query('rollback');
    const report = await importing;
    assert.deepEqual([report.accepted, report.duplicates], [350, 50]);
    const { rows: tasks } = await owner.query(
      `select retry_count from pgboss.job where name = 'import-leads' and data->>'import_id' = $1`,
      [uuidFrom('import', report.import_id)],
    );
    assert.deepEqual(tasks, [{ retry_count: 0 }], 'the import failed and was repeated');
    const structure = await structureOf(own);
    for (const place of places.slice(0, 50))
      assert.equal(structure.get(`again ${place}`)?.of, String(place));
  });

  it('have one original when the same phone is captured at the same time', async () => {
    const own = await service.newOrganization();
    const rows = Array.from({ length: 40 }, (_, number) => ({
      phone: `+1415555${String(number * 211).padStart(4, '0')}`,
      service_needed: 'ac_repair',
    }));
    const singles = async () => {
      for (const row of rows.toReversed()) await own.api.post('/v1/leads', row);
    };
    await Promise.all([importRows(own, rows), singles(), importRows(own, rows)]);
    const { body } = await own.api.get('/v1/leads?limit=200');
    assert.equal(body.data.length, 120);
    const originals = body.data.filter((lead: Row) => !('duplicate_of' in lead));
    assert.equal(originals.length, 40);
  });
});
