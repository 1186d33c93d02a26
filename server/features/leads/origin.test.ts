import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

describe('what a lead brings besides the request', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  const ids = async (query: string) => {
    const { status, body } = await organization.api.get(`/v1/leads?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(({ lead_id }: { lead_id: string }) => lead_id);
  };

  it('is kept and returned as sent, and is empty for most leads', async () => {
    const metadata = { plan: 'gold', 'crm.id': '77' };
    const attribution = {
      utm_source: 'google',
      utm_campaign: 'spring',
      gclid: 'EAIa',
      referrer: 'https://www.google.com/',
    };
    const { status, body } = await organization.api.post(
      '/v1/leads',
      freshLead({ metadata, attribution }),
    );
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(body.metadata, metadata);
    assert.deepEqual(body.attribution, { ...attribution, campaign: 'spring' });
    const read = await organization.api.get(`/v1/leads/${body.lead_id}`);
    assert.deepEqual(read.body, body);
    const { body: plain } = await organization.api.post('/v1/leads', freshLead());
    assert.deepEqual([plain.metadata, plain.attribution], [{}, {}]);
    const { rows } = await service.owner.query(
      'select metadata, attribution from leads where lifecycle_number = $1',
      [plain.lifecycle_number],
    );
    assert.deepEqual(rows[0], { metadata: null, attribution: null });
  });

  it('is found by campaign and by each value, newest first, also after a change', async () => {
    const create = async (fields: Record<string, unknown>) => {
      service.clock.advance(1_000);
      return (await organization.api.post('/v1/leads', freshLead(fields))).body.lead_id;
    };
    const first = await create({ attribution: { campaign: 'autumn' }, metadata: { zone: 'a' } });
    const second = await create({ attribution: { campaign: 'autumn' }, metadata: { zone: 'b' } });
    await create({ attribution: { campaign: 'Autumn' } });
    assert.deepEqual(await ids('campaign=autumn'), [second, first]);
    assert.deepEqual(await ids('campaign=autumn&metadata.zone=a'), [first]);
    assert.deepEqual(await ids('metadata[zone]=b'), [second]);
    assert.deepEqual(await ids('metadata.zone=b&status=unqualified'), []);
    assert.deepEqual(await ids('metadata.other=b'), []);
    assert.deepEqual(await ids('campaign=autumn&limit=1'), [second]);

    service.clock.advance(1_000);
    const moved = await organization.api.patch(`/v1/leads/${first}`, {
      metadata: { zone: 'b' },
      attribution: {},
    });
    assert.deepEqual([moved.body.metadata, moved.body.attribution], [{ zone: 'b' }, {}]);
    assert.deepEqual(await ids('metadata.zone=b'), [second, first]);
    assert.deepEqual(await ids('metadata.zone=a'), []);
    assert.deepEqual(await ids('campaign=autumn'), [second]);
    assert.deepEqual(await ids('metadata.zone=b&sort=last_activity_at'), [first, second]);
  });

  it('is the same for captures that arrive together', async () => {
    const together = await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        organization.api.post('/v1/leads', freshLead({ metadata: { batch: `n${number}` } })),
      ),
    );
    for (const [number, { body }] of together.entries()) {
      assert.deepEqual(body.metadata, { batch: `n${number}` });
      assert.deepEqual(await ids(`metadata.batch=n${number}`), [body.lead_id]);
    }
  });

  it('has limits, each with its pointer', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ metadata: { 'a b': 'x' } }, '/metadata/a b'],
      [{ metadata: { a: 1 } }, '/metadata/a'],
      [{ metadata: { a: 'x'.repeat(501) } }, '/metadata/a'],
      [
        {
          metadata: Object.fromEntries(Array.from({ length: 51 }, (_, one) => [`k${one}`, 'x'])),
        },
        '/metadata',
      ],
      [{ attribution: { utm_source: 7 } }, '/attribution/utm_source'],
      [{ attribution: { other: 'x' } }, '/attribution/other'],
    ];
    for (const [fields, pointer] of wrong) {
      const { status, body } = await organization.api.post('/v1/leads', freshLead(fields));
      assert.equal(status, 422, JSON.stringify(fields).slice(0, 80));
      assert.equal(body.errors[0].pointer, pointer);
    }
    const { status } = await organization.api.get('/v1/leads?metadata.a%20b=x');
    assert.equal(status, 422);
  });

  it('is refused with one error that shows how a name is written, and how many there may be', async () => {
    const errors = async (metadata: object) =>
      (await organization.api.post('/v1/leads', freshLead({ metadata }))).body.errors;
    assert.deepEqual(await errors({ 'a b': 'x' }), [
      {
        pointer: '/metadata/a b',
        code: 'invalid_format',
        detail: 'The name "a b" in the field metadata has the wrong form. Write it like "plan".',
      },
    ]);
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, one) => [`k${one}`, 'x']));
    assert.deepEqual(await errors(many), [
      {
        pointer: '/metadata',
        code: 'too_long',
        detail: 'The field metadata must have at most 50 entries.',
      },
    ]);
  });
});
