import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { shared, sharedService } from '../../testing/fixtures.ts';
import type { TestOrganization } from '../../testing/harness.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';

let people = 0;

/** A person whom nobody else is like. */
function newLead(fields: { name?: string; notes?: string; language?: string } = {}) {
  people += 1;
  const digits = String(people).padStart(4, '0');
  return {
    phone: `+1415555${digits}`,
    email: `person${digits}@company${digits}.example`,
    service_needed: 'drain_cleaning',
    ...fields,
  };
}

describe('captures that arrive together', () => {
  const service = sharedService();
  const organizations = shared(() =>
    Promise.all(Array.from({ length: 6 }, () => service.newOrganization())),
  );

  const capture = (organization: TestOrganization, lead: object, headers = {}) =>
    organization.api.post('/v1/leads', lead, { headers });

  /** Captures in all organizations, in turn, all at once. */
  const captureInAll = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const organization = organizations[index % organizations.length]!;
        const response = await capture(organization, newLead());
        assert.equal(response.status, 201, JSON.stringify(response.body));
        return { organization, lead: response.body };
      }),
    );

  it('share transactions, also those of different organizations', async () => {
    let [transactions, pairs] = [0, 0];
    // On a busy machine, the captures of a round may arrive one by one.
    for (let round = 0; pairs <= transactions && round < 20; round += 1) {
      const captured = await captureInAll(36);
      const { rows } = await service.owner.query(
        `select count(distinct xmin::text)::int as transactions,
                count(distinct (xmin::text, organization_id))::int as pairs
         from leads where lead_id = any ($1)`,
        [captured.map(({ lead }) => uuidFrom('lead', lead.lead_id))],
      );
      ({ transactions, pairs } = rows[0]);
    }
    assert(transactions < 36, `${transactions} transactions for 36 captures`);
    assert(pairs > transactions, 'No transaction was of several organizations.');
  });

  it('each get the next number and the next events of their own organization', async () => {
    await captureInAll(48);
    for (const organization of organizations) {
      const { body } = await organization.api.get('/v1/leads?limit=100&sort=created_at');
      const ordinals = body.data.map((lead: { lifecycle_number: string }) =>
        Number(lead.lifecycle_number.split('-')[0]),
      );
      const sorted = ordinals.toSorted((a: number, b: number) => a - b);
      const [first] = sorted;
      assert.deepEqual(
        sorted,
        sorted.map((_: number, index: number) => first + index),
      );
      const { rows } = await service.owner.query(
        `select e.seq, e.type, e.lifecycle_number, e.data->>'lifecycle_number' as shown, e.data->>'lead_id' as lead
         from events e where e.organization_id = $1 and e.type in ('lead.created', 'lead.qualified') order by e.seq`,
        [uuidFrom('organization', organization.organizationId)],
      );
      assert.equal(rows.length, 2 * body.data.length);
      for (const lead of body.data) {
        const own = rows.filter((row) => row.lead === lead.lead_id);
        assert.deepEqual(
          own.map(({ type, lifecycle_number, shown }) => ({ type, lifecycle_number, shown })),
          ['lead.created', 'lead.qualified'].map((type) => ({
            type,
            lifecycle_number: lead.lifecycle_number,
            shown: lead.lifecycle_number,
          })),
        );
        assert.equal(own[1].seq - own[0].seq, 1);
      }
      const { rows: gaps } = await service.owner.query(
        `select max(e.seq) - count(*) as missing, max(e.seq) = max(c.event_seq) as is_last
         from events e join organization_counters c using (organization_id) where organization_id = $1`,
        [uuidFrom('organization', organization.organizationId)],
      );
      assert.deepEqual(gaps[0], { missing: '0', is_last: true });
    }
  });

  it('are as found and as searchable as one that arrives alone', async () => {
    const [organization] = organizations;
    const surname = 'Quillfeather';
    const sent = Array.from({ length: 12 }, (_, index) =>
      newLead({ name: `Person${index} ${surname}`, notes: `Note ${index}`, language: 'es' }),
    );
    const captured = await Promise.all(sent.map((lead) => capture(organization!, lead)));
    for (const [index, { body }] of captured.entries()) {
      assert.equal(body.name, sent[index]!.name);
      assert.deepEqual((await organization!.api.get(`/v1/leads/${body.lead_id}`)).body, body);
    }
    const found = await organization!.api.get(`/v1/leads?q=${surname}&limit=100`);
    assert.equal(found.body.data.length, 12);
    const again = await capture(organization!, { ...sent[3], name: 'Another person' });
    assert.equal(again.body.duplicate_of, captured[3]!.body.lead_id);
  });

  it('of the same person find each other, in any order', async () => {
    for (const organization of organizations.slice(0, 2)) {
      const person = newLead({ name: 'Noor Haddad' });
      const captured = await Promise.all([
        ...Array.from({ length: 12 }, () => capture(organization, person)),
        ...Array.from({ length: 12 }, () => capture(organizations[5]!, newLead())),
      ]);
      const same = captured.slice(0, 12).map(({ body }) => body);
      const originals = same.filter((lead) => !('duplicate_of' in lead));
      assert.equal(originals.length, 1);
      for (const lead of same) {
        if (lead !== originals[0]) assert.equal(lead.duplicate_of, originals[0].lead_id);
      }
    }
  });

  it('find a customer of long ago, also in a group', async () => {
    const [organization] = organizations;
    const person = newLead({ name: 'Ines Duarte' });
    const first = await capture(organization!, person);
    const converted = await organization!.api.post(`/v1/leads/${first.body.lead_id}/convert`);
    assert.equal(converted.status, 201);
    const [second] = await Promise.all([
      capture(organization!, person),
      ...organizations.map((other) => capture(other, newLead())),
    ]);
    assert.equal(second.body.relation, 'returning');
    assert.equal(second.body.duplicate_of, first.body.lead_id);
  });

  it('do not wait for one whose organization is locked', async () => {
    const [locked, alsoLocked, ...others] = organizations;
    const locking = new pg.Client(service.ownerConnection);
    await locking.connect();
    try {
      await locking.query('begin');
      const ids = [locked!, alsoLocked!].map(({ organizationId }) =>
        uuidFrom('organization', organizationId),
      );
      await locking.query(
        'select from organization_counters where organization_id = any ($1) for update',
        [ids],
      );
      let done = 0;
      const waiting = [locked!, locked!, alsoLocked!].map(async (organization) => {
        const response = await capture(organization, newLead());
        done += 1;
        return response;
      });
      for (let round = 0; round < 5; round += 1) {
        const responses = await Promise.all(others.map((other) => capture(other, newLead())));
        assert.deepEqual(
          responses.map(({ status }) => status),
          others.map(() => 201),
        );
      }
      assert.equal(done, 0);
      await locking.query('rollback');
      for (const response of await Promise.all(waiting)) assert.equal(response.status, 201);
    } finally {
      await locking.end();
    }
  });

  it('do not fail with one that is refused', async () => {
    await service.owner.query(`
      create function refuse_it() returns trigger language plpgsql as $$
      begin
        raise exception using errcode = 'TL409', constraint = 'idempotency_key_in_use', message = 'Refused.';
      end $$;
      create trigger refused before insert on leads for each row when (new.name = 'Refused') execute function refuse_it()`);
    try {
      const names = Array.from({ length: 12 }, (_, index) => (index === 5 ? 'Refused' : 'Welcome'));
      const responses = await Promise.all(
        names.map((name, index) =>
          capture(organizations[index % organizations.length]!, newLead({ name })),
        ),
      );
      assert.deepEqual(
        responses.map(({ status }) => status),
        names.map((name) => (name === 'Refused' ? 409 : 201)),
      );
    } finally {
      await service.owner.query('drop trigger refused on leads; drop function refuse_it()');
    }
  });

  it('store the response for each Idempotency-Key', async () => {
    const sent = organizations.flatMap((organization) =>
      ['one', 'two', 'three'].map((name) => ({ organization, lead: newLead(), name })),
    );
    const send = ({ organization, lead, name }: (typeof sent)[number]) =>
      capture(organization, lead, { 'idempotency-key': name });
    const first = await Promise.all(sent.map(send));
    const second = await Promise.all(sent.map(send));
    for (const [index, { status, body, headers }] of second.entries()) {
      assert.equal(status, 201);
      assert.deepEqual(body, first[index]!.body);
      assert.equal(headers.get('idempotent-replayed'), 'true');
    }
  });

  it('with the same Idempotency-Key are one lead', async () => {
    const lead = newLead();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        capture(organizations[0]!, lead, { 'idempotency-key': 'the same' }),
      ),
    );
    const created = responses.filter(({ status }) => status === 201);
    assert.equal(new Set(created.map(({ body }) => body.lead_id)).size, 1);
    const others = responses.filter(({ status }) => status !== 201);
    for (const { body } of others) assert.equal(body.code, 'idempotency_key_in_use');
  });

  it('are refused by the database inside a transaction of one organization', async () => {
    const client = new pg.Client(service.connection);
    await client.connect();
    try {
      const [own, other] = organizations.map(({ organizationId }) =>
        uuidFrom('organization', organizationId),
      );
      for (const call of [
        `probe_leads_of_many(array['${other}']::uuid[], '{}', '{0}', '{}', '{0}', '{}', '{0}')`,
        `find_responses_of_many(array['${other}']::uuid[], '{a}', '{b}')`,
        `capture_leads_of_many(array['${other}']::uuid[], '{}', '[]', '{}', '{0}', '{}', '{0}', '{}', '{0}', '{}', '{1}', '{}')`,
      ]) {
        await client.query('begin');
        await client.query(`set local app.organization_id = '${own}'`);
        await assert.rejects(client.query(`select * from ${call}`), /cannot read or write others/);
        await client.query('rollback');
        await client.query('begin');
        await client.query(`select * from ${call}`);
        // What the functions may do as the owner ends with them.
        const { rows } =
          await client.query(`select current_setting('app.captures', true) as captures,
          current_setting('app.organization_id', true) as tenant, (select count(*)::int from leads) as visible`);
        assert.deepEqual([rows[0].captures, rows[0].tenant || '', rows[0].visible], ['', '', 0]);
        await client.query('rollback');
      }
    } finally {
      await client.end();
    }
  });
});
