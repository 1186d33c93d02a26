import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { SOURCE_KINDS } from '../features/sources/schemas.ts';
import { shared, sharedService } from './fixtures.ts';
import { almost, hostile } from './fuzz/hostile-values.ts';
import { type Random, randomOf } from './fuzz/random.ts';
import { SEED } from './seed.ts';
import { type Body, newSource, sendTo } from './source-stand.ts';

/** How much is sent to a source of each kind. */
export interface Amounts {
  /** Bodies that are nested deeply, or have thousands of fields: of four. */
  deep: number;
  random: number;
  withEqualIds: number;
  mutated: number;
}

/** Words that adapters look for, so that random payloads get far. */
const WORDS = [
  ...['name', 'phone', 'email', 'customer', 'data', 'request', 'event', 'eventType', 'lead_id'],
  ...['user_column_data', 'column_id', 'string_value', 'EMAIL', 'field_data', 'values', 'entry'],
  ...[
    'changes',
    'value',
    'leadgen_id',
    'contactDetails',
    'leadOid',
    'negotiationID',
    'resource_id',
  ],
  ...['interview', 'question', 'answer', 'metadata', '__proto__', 'constructor', 'form_data', 'id'],
];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('+14155550134', 'a@b.co', '\u0000', '\ud800', 'x'.repeat(20_000), ...WORDS),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    text,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...WORDS), fc.string({ maxLength: 60 })), tie('tree'), {
      maxKeys: 8,
    }),
  ),
}));
const bytes = fc.oneof(
  { weight: 4, arbitrary: tree.map((value) => Buffer.from(JSON.stringify(value) ?? 'null')) },
  fc.uint8Array({ maxLength: 2_000 }).map((all) => Buffer.from(all)),
  text.map((all) => Buffer.from(`From: a <${all}>\r\nSubject: ${all}\r\n\r\nPhone: ${all}`)),
  text.map((all) => Buffer.from(`name=${encodeURIComponent(all.toWellFormed())}&phone=4155550134`)),
);
const types = fc.constantFrom(
  ...['', '/', 'json', 'text/plain;;', 'application/json, text/html'],
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'message/rfc822',
  'text/plain',
  'application/octet-stream',
);

/** Tests that whatever arrives is kept; to call in a suite. */
export function keepsWhatArrives(amounts: Amounts): void {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('is kept also if it is nested deeply, or has thousands of fields', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    for (const kind of SOURCE_KINDS) {
      const source = await newSource(organization, { kind });
      const sent: [string, string][] = [
        [`{"entry":[{"changes":[${deep},1]}]}`, 'application/json'],
        [`[{"a":${deep}},{}]`, 'application/json'],
        ['a=1&'.repeat(60_000), 'application/x-www-form-urlencoded'],
        [`From: ${'<'.repeat(100_000)}\n\n${'<div>'.repeat(30_000)}`, 'message/rfc822'],
      ];
      const random = randomOf(SEED, SOURCE_KINDS.indexOf(kind));
      const first = random.between(0, sent.length - 1);
      for (const [body, type] of [...sent, ...sent].slice(first, first + amounts.deep)) {
        const { status } = await sendTo(service, source, body, { type });
        assert.equal(status, 200, `${kind} ${type}`);
      }
      const { rows } = await service.owner.query(
        'select count(*)::int as n from source_receipts where source_id = (select source_id from sources where source_key = $1)',
        [source.source_key],
      );
      assert.equal(rows[0].n, amounts.deep);
    }
  });

  for (const kind of SOURCE_KINDS) {
    it(`of the kind ${kind} becomes a lead or waits for a person, whatever it is`, async () => {
      const secret = 'proves-it-is-known';
      const source = await newSource(organization, {
        kind,
        default_service: 'ac_repair',
        verification: { secret, header: 'x-proof' },
      });
      await fc.assert(
        fc.asyncProperty(bytes, types, async (sent, type) => {
          const headers = { 'x-proof': secret };
          const { status, body } = await sendTo(service, source, sent, { type, headers });
          assert.equal(status, 200, JSON.stringify(body));
        }),
        { numRuns: amounts.random },
      );
      await assertAllKept(source, amounts.random);
    });
  }

  it('is stored, or equal to what is, if the same ids have other content, also compressed', async () => {
    const secret = 'proves-it-is-known';
    for (const kind of SOURCE_KINDS) {
      const verification = { secret, header: 'x-proof' };
      const source = await newSource(organization, { kind, default_service: 'x', verification });
      const sent = new Set<string>();
      await Promise.all(
        Array.from({ length: amounts.withEqualIds }, async (_, index) => {
          const random = randomOf(SEED + 100 + SOURCE_KINDS.indexOf(kind), index);
          const payload = JSON.stringify(equalIds(random));
          sent.add(payload);
          const isZipped = random.chance(0.3);
          const { status } = await sendTo(service, source, isZipped ? gzipSync(payload) : payload, {
            type: random.pick(['application/json', '', 'json', ...TYPES.slice(0, 1)]),
            headers: { 'x-proof': secret, ...(isZipped && { 'content-encoding': 'gzip' }) },
          });
          assert.equal(status, 200);
        }),
      );
      const { rows } = await service.owner.query<Body>(
        `select convert_from(r.payload, 'UTF8') as payload, r.outcome, l.phone, r.fields->>'phone' as sent
         from source_receipts r left join leads l using (organization_id, lead_id)
         where r.source_id = (select source_id from sources where source_key = $1)`,
        [source.source_key],
      );
      const stored = new Set(rows.map(({ payload }) => payload));
      for (const payload of sent) assert(stored.has(payload), `${kind} lost ${payload}`);
      // No one's request was put on the lead of another person.
      for (const { phone, sent: own } of rows) {
        if (phone !== null && own !== null) assert.equal(own, phone, kind);
      }
    }
  });

  it('becomes a lead or waits for a person, if it is almost what a maker sends', async () => {
    const secret = 'proves-it-is-known';
    const files = new URL('../features/sources/adapters/testdata/', import.meta.url);
    const samples = readdirSync(files).map((name) => ({
      bytes: readFileSync(new URL(name, files)),
      type: SAMPLE_TYPES[name.slice(name.lastIndexOf('.'))] ?? 'application/json',
    }));
    for (const kind of SOURCE_KINDS) {
      const source = await newSource(organization, {
        kind,
        default_service: 'ac_repair',
        verification: { secret, header: 'x-proof' },
      });
      for (let index = 0; index < amounts.mutated; index += TOGETHER) {
        const together = Math.min(TOGETHER, amounts.mutated - index);
        await Promise.all(
          Array.from({ length: together }, async (_, at) => {
            const random = randomOf(SEED + SOURCE_KINDS.indexOf(kind), index + at);
            const { bytes: original, type } = random.pick(samples);
            const sent = mutated(original, random);
            const headers = { 'x-proof': secret };
            const wrongType = random.chance(0.15) ? random.pick(TYPES) : type;
            const { status } = await sendTo(service, source, sent, { type: wrongType, headers });
            assert.equal(status, 200, `${kind} ${wrongType} ${sent.toString('latin1')}`);
          }),
        );
      }
      await assertAllKept(source, amounts.mutated);
    }
  });

  async function assertAllKept(source: Body, count: number): Promise<void> {
    const { rows } = await service.owner.query<Body>(
      `select r.outcome, sum(r.deliveries)::int as sent,
                count(*) filter (where r.lead_id is not null and l.lead_id is null)::int as lost,
                count(*) filter (where r.payload is null)::int as empty
         from source_receipts r
         left join leads l on l.organization_id = r.organization_id and l.lead_id = r.lead_id
         where r.source_id = (select source_id from sources where source_key = $1) group by r.outcome`,
      [source.source_key],
    );
    const sent = rows.reduce((sum, row) => sum + row.sent, 0);
    assert(sent >= count, `only ${sent} of ${count} have a receipt`);
    for (const { outcome, lost, empty } of rows) {
      assert(['captured', 'attached', 'quarantined', 'ignored'].includes(outcome), outcome);
      assert.deepEqual([lost, empty], [0, 0]);
    }
  }
}

const SAMPLE_TYPES: Record<string, string> = {
  '.eml': 'message/rfc822',
  '.txt': 'application/x-www-form-urlencoded',
};

const TOGETHER = 20;
const TYPES = [
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'message/rfc822',
  'text/plain;;',
];

/** Few ids and few people, by the names of several makers. */
function equalIds(random: Random): object {
  const id = random.pick(['1', '2']);
  const phone = random.pick(['', '+14155550181', '+14155550182']);
  const name = random.pick(['', 'Ann', 'Bob']);
  const answers = [{ name: 'phone', values: [phone] }];
  return {
    ...{ id, leadOid: id, resource_id: id, lead_id: id, phone, name, primaryPhone: phone },
    ...{ customer_phone_number: phone, customer_name: name, note: random.pick(['a', 'b']) },
    ...(random.chance(0.5) && { field_data: answers, contactDetails: { phoneNumber: phone } }),
    ...(random.chance(0.5) && { data: { negotiationID: id, customer: { phone } } }),
  };
}

/** One thing is wrong: a value, a byte, the end, or the encoding. */
function mutated(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('utf8');
  const isJson = text.trimStart().startsWith('{');
  const at = random.between(0, bytes.length - 1);
  const inserting = (...inserted: number[]) =>
    Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at + 1)]);
  return random.one([
    () => (isJson ? Buffer.from(deepMutated(JSON.parse(text), random)) : inserting(0x3c)),
    () => (isJson ? Buffer.from(deepMutated(JSON.parse(text), random)) : inserting(0x0a, 0x0a)),
    () => (isJson ? Buffer.from(deepMutated(JSON.parse(text), random)) : inserting(0x3d)),
    () => inserting(random.between(0, 255)),
    () => inserting(0),
    () => inserting(0xc3, 0x28),
    () => bytes.subarray(0, at),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(`\ufeff${text}${text}`),
  ]);
}

/** Somewhere below, or at the top. */
function deepMutated(value: unknown, random: Random): string {
  if (typeof value !== 'object' || value === null || random.chance(0.3)) {
    return random.chance(0.5) ? almost(value, random) : hostile(random);
  }
  const entries = Object.entries(value);
  const chosen = random.between(0, Math.max(0, entries.length - 1));
  const members = entries.map(([name, member], index) => {
    const json = index === chosen ? deepMutated(member, random) : JSON.stringify(member);
    return Array.isArray(value) ? json : `${JSON.stringify(name)}:${json}`;
  });
  return Array.isArray(value) ? `[${members.join()}]` : `{${members.join()}}`;
}
