import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toUuid } from '../../platform/ids.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';

const HEATER = { description: 'Water heater', quantity: 1, unit_amount: 120_000, tax_rate: 8.25 };
const HAUL = { description: 'Haul away', quantity: 1, unit_amount: 7_500, optional: true };
const OPTIONS = [
  { name: 'Standard', lines: [{ ...HEATER, unit_amount: 98_000 }] },
  { name: 'Better', recommended: true, lines: [HEATER, HAUL] },
];
const OFFER = { title: 'Replace the water heater', options: OPTIONS };

describe('estimates', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const { get, post, patch } = {
    get: (path: string) => organization.api.get(path),
    post: (path: string, body?: object) => organization.api.post(path, body),
    patch: (path: string, body: object) => organization.api.patch(path, body),
  };
  const capture = async () => (await post('/v1/leads', freshLead())).body;
  const ok = async (response: ReturnType<typeof post>) => {
    const { status, body } = await response;
    assert(status < 300, `${status} ${JSON.stringify(body)}`);
    return body;
  };
  const create = async (fields: object = {}) => {
    const { lead_id } = await capture();
    return ok(post('/v1/estimates', { lead_id, ...OFFER, ...fields }));
  };
  const at = ({ estimate_id }: { estimate_id: string }) => `/v1/estimates/${estimate_id}`;
  const send = async (fields: object = {}) => {
    const estimate = await create(fields);
    return ok(post(`${at(estimate)}/send`));
  };
  const eventsOf = async (type: string) =>
    (await get(`/v1/events?type=${type}&limit=200`)).body.data;

  it('are drafts with a number, the totals of each option, and the number of the lead', async () => {
    const lead = await capture();
    const created = await ok(
      post('/v1/estimates', { lead_id: lead.lead_id, ...OFFER, deposit: { percent: 30 } }),
    );
    assert.equal(created.number, 'EST-000001');
    assert.deepEqual(
      [created.version, created.status, created.lifecycle_number, created.currency],
      [1, 'draft', lead.lifecycle_number, 'USD'],
    );
    const [standard, better] = created.options;
    // 8.25 % of 980.00 is 80.85; of 1,200.00 it is 99.00. The optional line does not count.
    assert.deepEqual(
      [standard.subtotal, standard.tax, standard.total, standard.deposit],
      [98_000, 8_085, 106_085, 31_826],
    );
    assert.deepEqual([better.subtotal, better.tax, better.total], [120_000, 9_900, 129_900]);
    assert.equal(better.lines[1].amount, 7_500);
    assert.deepEqual((await get(at(created))).body, created);
    const [event] = await eventsOf('estimate.created');
    assert.deepEqual(event.data, created);
  });

  it('have numbers without gaps, although eight are created at the same time and some are refused', async () => {
    const { lead_id } = await capture();
    const bodies = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0 ? { lead_id, ...OFFER, options: [] } : { lead_id, ...OFFER },
    );
    const responses = await Promise.all(bodies.map((body) => post('/v1/estimates', body)));
    const numbers = responses.flatMap(({ status, body }) => (status === 201 ? [body.number] : []));
    assert.deepEqual(
      numbers.sort(),
      Array.from({ length: 8 }, (_, n) => `EST-${String(n + 1).padStart(6, '0')}`),
    );
  });

  it('are for a customer too, under the customer’s own number', async () => {
    const lead = await capture();
    const customer = await ok(post(`/v1/leads/${lead.lead_id}/convert`));
    const created = await ok(
      post('/v1/estimates', { customer_id: customer.customer_id, ...OFFER }),
    );
    assert.equal(created.lifecycle_number, customer.lifecycle_number);
    assert.equal(created.customer_id, customer.customer_id);
  });

  it('copy the price of price items, so that a later change does not reach them', async () => {
    const item = { code: 'heater', name: 'Heater', kind: 'part', unit_amount: 90_000, tax_rate: 8 };
    await ok(post('/v1/price-items', { ...item, unit: 'piece' }));
    const off = { code: 'spring', name: 'Spring discount', kind: 'discount', unit_amount: 5_000 };
    await ok(post('/v1/price-items', off));
    const lines = [{ price_item: 'heater', quantity: 2 }, { price_item: 'spring' }];
    const created = await create({ options: [{ name: 'A', lines }] });
    const [option] = created.options;
    assert.deepEqual(option.lines[0], {
      price_item: 'heater',
      kind: 'part',
      description: 'Heater',
      quantity: 2,
      unit: 'piece',
      unit_amount: 90_000,
      tax_rate: 8,
      optional: false,
      amount: 180_000,
      tax: 14_400,
    });
    assert.equal(option.lines[1].amount, -5_000);
    assert.equal(option.total, 189_400);
    await patch('/v1/price-items/heater', { unit_amount: 1 });
    assert.deepEqual((await get(at(created))).body, created);
    await patch('/v1/price-items/heater', { active: false, currency: 'EUR' });
    const { lead_id } = await capture();
    for (const [price_item, code] of [
      ['heater', 'unknown_price_item'],
      ['nothing', 'unknown_price_item'],
    ]) {
      const options = [{ name: 'A', lines: [HEATER, { price_item }] }];
      const response = await post('/v1/estimates', { lead_id, ...OFFER, options });
      assert.deepEqual(fieldErrors(response), [`/options/0/lines/1/price_item ${code}`]);
    }
    const euros = { currency: 'EUR', options: [{ name: 'A', lines: [{ price_item: 'spring' }] }] };
    assert.deepEqual(fieldErrors(await post('/v1/estimates', { lead_id, ...OFFER, ...euros })), [
      '/options/0/lines/0/price_item other_currency',
    ]);
  });

  it('name price items that were read before, on whichever connection', async () => {
    await ok(post('/v1/price-items', { code: 'heater', name: 'H', kind: 'part', unit_amount: 1 }));
    const atOnce = (request: () => Promise<unknown>) =>
      Promise.all(Array.from({ length: 10 }, () => request()));
    await atOnce(async () => ok(get('/v1/price-items/heater')));
    await atOnce(() => create({ options: [{ name: 'A', lines: [{ price_item: 'heater' }] }] }));
  });

  it('can be changed while they are drafts, and never after they were sent, not even with direct SQL', async () => {
    const draft = await create();
    const changed = await ok(patch(at(draft), { title: ' Heater ', options: [OPTIONS[0]] }));
    assert.deepEqual([changed.title, changed.options.length], ['Heater', 1]);
    const [event] = await eventsOf('estimate.updated');
    assert.equal(event.previous.title, draft.title);
    await ok(patch(at(draft), {}));
    assert.equal((await eventsOf('estimate.updated')).length, 1);
    await ok(post(`${at(draft)}/send`));
    const refused = await patch(at(draft), { title: 'Other' });
    assert.deepEqual([refused.status, refused.body.code], [409, 'estimate_not_draft']);
    assert.deepEqual(refused.body.allowed, ['send', 'accept', 'decline', 'revise']);
    const id = toUuid('estimate', draft.estimate_id);
    for (const change of ["title = 'x'", "options = '[{}]'", "expires_on = '2030-01-01'"]) {
      await assert.rejects(
        service.owner.query(`update estimates set ${change} where estimate_id = $1`, [id]),
        { code: '23001' },
      );
    }
    await assert.rejects(service.owner.query('delete from estimates'), { code: '23001' });
  });

  it('are only marked as sent without a channel, and say so', async () => {
    const sent = await send();
    assert.deepEqual([sent.status, sent.delivery, sent.communication_id], ['sent', 'issued', null]);
    assert.deepEqual(await ok(post(`${at(sent)}/send`)), sent);
    assert.equal((await eventsOf('estimate.sent')).length, 1);
  });

  it('get a new version when they are revised, and the version before is superseded', async () => {
    const sent = await send({ terms: 'Half in advance' });
    const second = await ok(post(`${at(sent)}/revise`, { options: [OPTIONS[0]] }));
    assert.deepEqual(
      [second.number, second.version, second.status, second.supersedes, second.terms],
      [sent.number, 2, 'draft', sent.estimate_id, 'Half in advance'],
    );
    const first = (await get(at(sent))).body;
    assert.deepEqual([first.status, first.superseded_by], ['superseded', second.estimate_id]);
    const signature = { name: 'Dana', kind: 'typed' };
    const late = await post(`${at(sent)}/accept`, { option: 'Better', signature });
    assert.deepEqual([late.status, late.body.code], [409, 'estimate_superseded']);
    assert.equal(late.body.superseded_by, second.estimate_id);
    const draft = await post(`${at(second)}/revise`);
    assert.deepEqual([draft.status, draft.body.code], [409, 'estimate_not_sent']);
    assert.equal((await eventsOf('estimate.revised')).length, 1);
    assert.equal((await eventsOf('estimate.superseded')).length, 1);
    const versions = (await get(`/v1/estimates?number=${sent.number.toLowerCase()}`)).body.data;
    assert.deepEqual(
      versions.map(({ version }: { version: number }) => version),
      [2, 1],
    );
  });

  it('are revised once, although eight requests revise one at the same time', async () => {
    const sent = await send();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => post(`${at(sent)}/revise`)),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  });

  it('are final once accepted, and have at most a thousand versions', async () => {
    const sent = await send();
    const signature = { name: 'Dana', kind: 'typed' };
    await ok(post(`${at(sent)}/accept`, { option: 0, signature }));
    for (const [step, body] of [
      ['send', {}],
      ['revise', {}],
      ['decline', { reason: 'x' }],
    ] as const) {
      const refused = await post(`${at(sent)}/${step}`, body);
      assert.deepEqual([refused.status, refused.body.code], [409, 'estimate_accepted'], step);
    }
    const last = await send();
    const { owner } = service;
    await owner.query('alter table estimates disable trigger estimates_identity_immutable');
    await owner.query('update estimates set version = 1000 where estimate_id = $1', [
      toUuid('estimate', last.estimate_id),
    ]);
    await owner.query('alter table estimates enable trigger estimates_identity_immutable');
    const refused = await post(`${at(last)}/revise`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_versions']);
  });

  it('are changed, not revised, if a draft has expired', async () => {
    const draft = await create({ valid_until: '2027-03-02' });
    const { clock } = service;
    const before = clock.now();
    try {
      clock.set('2027-03-04T12:00:00Z');
      const refused = await post(`${at(draft)}/send`);
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.allowed],
        [409, 'estimate_expired', ['update']],
      );
      assert.match(refused.body.detail, /Change valid_until with PATCH/);
      const later = { valid_until: '2027-03-31' };
      assert.equal((await organization.api.patch(at(draft), later)).status, 200);
      assert.equal((await ok(post(`${at(draft)}/send`))).status, 'sent');
    } finally {
      clock.set(before.toISOString());
    }
  });

  it('are declined for a reason, and can be revised after that', async () => {
    const sent = await send();
    const declined = await ok(post(`${at(sent)}/decline`, { reason: ' Too expensive ' }));
    assert.deepEqual([declined.status, declined.decline_reason], ['declined', 'Too expensive']);
    assert.deepEqual(await ok(post(`${at(sent)}/decline`, { reason: 'Again' })), declined);
    const signature = { name: 'Dana', kind: 'typed' };
    const refused = await post(`${at(sent)}/accept`, { option: 0, signature });
    assert.deepEqual([refused.status, refused.body.code], [409, 'estimate_declined']);
    assert.equal((await ok(post(`${at(sent)}/revise`))).version, 2);
    const draft = await create();
    const early = await post(`${at(draft)}/decline`, { reason: 'x' });
    assert.equal(early.body.code, 'estimate_not_sent');
  });

  it('are listed newest first, by status, lead, customer and number', async () => {
    const [draft, sent] = [await create(), await send()];
    const ids = async (query: string) =>
      (await get(`/v1/estimates?${query}`)).body.data.map(
        (one: { estimate_id: string }) => one.estimate_id,
      );
    assert.deepEqual(await ids(''), [sent.estimate_id, draft.estimate_id]);
    assert.deepEqual(await ids('status=draft'), [draft.estimate_id]);
    assert.deepEqual(await ids('status=draft,sent&limit=1'), [sent.estimate_id]);
    assert.deepEqual(await ids(`lead_id=${sent.lead_id}`), [sent.estimate_id]);
    assert.deepEqual(await ids(`lifecycle_number=${draft.lifecycle_number}`), [draft.estimate_id]);
    const customer = await ok(post(`/v1/leads/${sent.lead_id}/convert`));
    assert.deepEqual(await ids(`customer_id=${customer.customer_id}`), [sent.estimate_id]);
    const other = await service.newOrganization();
    assert.deepEqual((await other.api.get('/v1/estimates')).body.data, []);
    assert.equal((await other.api.get(at(sent))).status, 404);
  });

  it('are shown with their lifecycle and their customer', async () => {
    const sent = await send();
    const lifecycle = (await get(`/v1/lifecycles/${sent.lifecycle_number}`)).body;
    assert.deepEqual(lifecycle.estimates, [sent]);
    const types = lifecycle.timeline.map(({ type }: { type: string }) => type);
    assert(types.includes('estimate.created') && types.includes('estimate.sent'), types.join());
    const customer = await ok(post(`/v1/leads/${sent.lead_id}/convert`));
    const shown = (await get(`/v1/customers/${customer.customer_id}`)).body.estimates;
    assert.equal(shown[0].estimate_id, sent.estimate_id);
  });

  it('are refused with everything that is wrong', async () => {
    const { lead_id } = await capture();
    const option = (lines: object[], more: object = {}) => [{ name: 'A', lines, ...more }];
    const invalid: [body: object, errors: string[]][] = [
      [{ title: ' ' }, ['/title too_short']],
      [{ options: [] }, ['/options too_short']],
      [
        { options: option([{}]) },
        ['/options/0/lines/0/description required', '/options/0/lines/0/unit_amount required'],
      ],
      [
        { options: option([{ ...HEATER, quantity: 0.0001 }]) },
        ['/options/0/lines/0/quantity out_of_range'],
      ],
      [
        { options: option([{ ...HEATER, quantity: 1.0001 }]) },
        ['/options/0/lines/0/quantity too_precise'],
      ],
      [{ options: option([{ ...HEATER, unit_amount: -1 }]) }, ['/options/0/lines negative_total']],
      [
        { options: option([HEATER, { ...HAUL, unit_amount: -200_000 }]) },
        ['/options/0/lines negative_total'],
      ],
      [{ options: [...option([HEATER]), ...option([HEATER])] }, ['/options/1/name repeated']],
      [{ deposit: {} }, ['/deposit required']],
      [{ deposit: { percent: 10, amount: 1 } }, ['/deposit not_allowed']],
      [{ deposit: { amount: 106_086 } }, ['/deposit/amount out_of_range']],
      [{ valid_until: '2020-01-01' }, ['/valid_until out_of_range']],
      [{ currency: 'XQZ' }, ['/currency unknown_currency']],
      [{ customer_id: 'customer_1' }, ['/lead_id not_allowed']],
    ];
    for (const [body, errors] of invalid) {
      const response = await post('/v1/estimates', { lead_id, ...OFFER, ...body });
      assert.deepEqual(fieldErrors(response).sort(), errors, JSON.stringify(body));
    }
    assert.equal((await post('/v1/estimates', { lead_id: 'lead_1', ...OFFER })).status, 404);
    await organization.api.delete(`/v1/leads/${lead_id}`);
    const deleted = await post('/v1/estimates', { lead_id, ...OFFER });
    assert.deepEqual([deleted.status, deleted.body.code], [409, 'lead_deleted']);
  });
});
