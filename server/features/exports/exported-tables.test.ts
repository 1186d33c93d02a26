import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharedService } from '../../testing/fixtures.ts';
import { EXPORTED_TABLES, NOT_EXPORTED, ORGANIZATION } from './exported-tables.ts';

/** Columns that look like a secret by their name or type, and are none. A new one is added here with its reason. */
const NO_SECRETS = [
  // Which ready playbook it is.
  'playbooks.key',
  // What a playbook calls its message or follow-up, so that it is made once.
  'communications.message_key',
  'follow_ups.creation_key',
  // What people have uploaded is data of the organization.
  'file_chunks.bytes',
  // So is what their sources have sent, and what those call it.
  'source_receipts.delivery_key',
  'source_receipts.payload',
  // Proofs of what customers signed, and their signatures.
  'estimate_acceptances.document_hash',
  'estimate_acceptances.signature_image',
  'estimates.document_hash',
  'jobs.contract_document_hash',
];

describe('every table of an organization', () => {
  const service = sharedService();

  const columnsOf = async () => {
    const { rows } = await service.owner.query<{ table: string; column: string; type: string }>(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'organization_id')
      order by 1, 2`);
    return rows;
  };

  it('is exported, or is listed with the reason why not', async () => {
    const tables = new Set((await columnsOf()).map(({ table }) => table));
    const listed = [...EXPORTED_TABLES.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)];
    assert.deepEqual(listed.toSorted(), [...tables].toSorted());
    assert(tables.size >= 45);
  });

  it('is exported without bytes and without columns that look like secrets', async () => {
    const columns = await columnsOf();
    for (const { table, withheld } of EXPORTED_TABLES) {
      const own = columns.filter((one) => one.table === table);
      for (const { column, type } of own) {
        const isSuspect = type === 'bytea' || /secret|hash|token|_key$|^key$|password/.test(column);
        if (!isSuspect || NO_SECRETS.includes(`${table}.${column}`)) continue;
        assert(column in withheld, `${table}.${column} must be withheld, or listed as no secret`);
      }
      const names = own.map(({ column }) => column);
      for (const column of Object.keys(withheld))
        assert(names.includes(column), `${table}.${column}`);
    }
  });

  it('has a rule for each JSON column that is restored, which the database does not check', async () => {
    const columns = await columnsOf();
    for (const { table, ruled } of EXPORTED_TABLES) {
      const own = columns.filter((one) => one.table === table && one.type === 'jsonb');
      for (const { column } of own)
        assert(ruled.includes(column), `${table}.${column} has no rule`);
    }
  });

  it('has times in columns that end in _at or _until, and dates in _on, by which they are checked', async () => {
    const exported = new Set(EXPORTED_TABLES.map(({ table }) => table));
    for (const { table, column, type } of (await columnsOf()).filter((one) =>
      exported.has(one.table),
    )) {
      if (type.startsWith('timestamp')) assert.match(column, /_(at|until)$/, table);
      else if (type === 'date') assert.match(column, /_on$/, table);
      else if (!['stop_on', 'cancel_on', 'quiet_allowed_until'].includes(column))
        assert.doesNotMatch(column, /_(at|until|on)$/, table);
    }
  });

  it('is exported in an order in which rows refer only to rows before them', async () => {
    const { rows } = await service.owner.query<{ from: string; to: string; column: string }>(`
      select conrelid::regclass::text as from, confrelid::regclass::text as to, a.attname as column
      from pg_constraint join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[cardinality(conkey)]
      where contype = 'f' and not condeferrable and conrelid <> confrelid`);
    const places = new Map(EXPORTED_TABLES.map(({ table }, place) => [table, place]));
    for (const { from, to, column } of rows) {
      const [place, before] = [places.get(from), places.get(to)];
      if (place === undefined || column in (EXPORTED_TABLES[place]?.withheld ?? {})) continue;
      assert(before !== undefined && before < place, `${from} comes before ${to}`);
    }
  });

  it('decides for every setting of the organization whether it is exported', async () => {
    const own = (await columnsOf()).filter(({ table }) => table === 'organizations');
    const decided = [
      'organization_id',
      ...ORGANIZATION.ruled,
      ...Object.keys(ORGANIZATION.withheld),
    ];
    assert.deepEqual(own.map(({ column }) => column).toSorted(), decided.toSorted());
  });
});
