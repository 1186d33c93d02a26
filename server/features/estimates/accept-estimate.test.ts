import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import canonicalize from 'canonicalize';
import { toUuid } from '../../platform/ids.ts';
import { fieldErrors } from '../../testing/field-errors.ts';
import { SIGNATURE_PNG } from '../../testing/files.ts';
import { fresh, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { sampled } from '../../testing/sized.ts';
import { newTechnician } from '../../testing/technicians.ts';
import { uuidFrom } from '../../testing/uuid-from.ts';
import { accept } from './accept.ts';
import { expireEstimates } from './expire-estimates.task.ts';
import { markViewed } from './view.ts';

const LINES = [
  { description: 'Water heater', quantity: 1, unit_amount: 120_000, tax_rate: 8.25 },
  { description: 'Haul away', quantity: 1, unit_amount: 7_500, optional: true },
  { description: 'Thermostat', quantity: 1, unit_amount: 20_000, optional: true },
];
const OFFER = {
  title: 'Replace the water heater',
  valid_until: '2027-03-31',
  options: [
    { name: 'Standard', lines: LINES.slice(0, 1) },
    { name: 'Better', lines: LINES },
  ],
  deposit: { percent: 30 },
  warranty_months: 24,
  terms: 'The rest is due on completion.',
};
const TYPED = { name: ' Dana Whitfield ', kind: 'typed' };
const CHOICE = { option: 'Better', optional_lines: [1], signature: TYPED };

describe('accepting an estimate', () => {
  const service = sharedService();
  const organization = fresh(() => service.newOrganization());
  const { get, post } = {
    get: (path: string) => organization.api.get(path),
    post: (path: string, body?: object) => organization.api.post(path, body),
  };
  const ok = async (response: ReturnType<typeof post>) => {
    const { status, body } = await response;
    assert(status < 300, `${status} ${JSON.stringify(body)}`);
    return body;
  };
  const send = async (fields: object = {}, lead: object = {}) => {
    const { lead_id } = await ok(post('/v1/leads', freshLead({ name: 'Dana', ...lead })));
    const { estimate_id } = await ok(post('/v1/estimates', { lead_id, ...OFFER, ...fields }));
    return ok(post(`/v1/estimates/${estimate_id}/send`));
  };
  const at = ({ estimate_id }: { estimate_id: string }) => `/v1/estimates/${estimate_id}`;
  const eventsOf = async (type: string) =>
    (await get(`/v1/events?type=${type}&limit=200`)).body.data;
  const inOrganization = {
    get organizationId() {
      return uuidFrom('organization', organization.organizationId);
    },
    actor: { type: 'system', id: null, name: 'link' } as const,
  };

  it('makes the customer, the job with its contract, and the deposit invoice, and wins the lead', async () => {
    const estimate = await send();
    const { status, body } = await post(`${at(estimate)}/accept`, CHOICE);
    assert.equal(status, 201, JSON.stringify(body));
    // 1,200.00 and 8.25 % tax, and 75.00 without tax.
    const amount = 137_400;
    const now = service.clock.now().toISOString();
    assert.deepEqual(body.job.contract, {
      signed_at: now,
      amount,
      currency: 'USD',
      terms: OFFER.terms,
      estimate_id: estimate.estimate_id,
      document_hash: body.estimate.acceptance.document_hash,
    });
    assert.deepEqual(
      [body.job.title, body.job.warranty_months, body.job.status, body.job.lifecycle_number],
      [OFFER.title, 24, 'contracted', estimate.lifecycle_number],
    );
    assert.deepEqual(
      [body.invoice.total, body.invoice.status, body.invoice.job_id, body.invoice.due_on],
      [41_220, 'sent', body.job.job_id, '2027-03-01'],
    );
    assert.deepEqual(body.estimate.acceptance, {
      option: 1,
      option_name: 'Better',
      optional_lines: [1],
      amount,
      signature_name: 'Dana Whitfield',
      signature_kind: 'typed',
      signed_at: now,
      document_hash: body.estimate.acceptance.document_hash,
      job_id: body.job.job_id,
      invoice_id: body.invoice.invoice_id,
    });
    assert.equal(body.estimate.status, 'accepted');
    assert.equal(body.estimate.customer_id, body.job.customer_id);
    const lead = (await get(`/v1/leads/${estimate.lead_id}`)).body;
    assert.deepEqual([lead.status, lead.outcome], ['converted', 'won']);
    const [event] = await eventsOf('estimate.accepted');
    assert.deepEqual(event.data, body.estimate);
    assert.equal(event.previous.status, 'sent');
    const types = (
      await get(`/v1/events?lifecycle_number=${estimate.lifecycle_number}&limit=50`)
    ).body.data.map(({ type }: { type: string }) => type);
    for (const type of ['customer.created', 'lead.won', 'job.created', 'invoice.sent'])
      assert.equal(types.filter((one: string) => one === type).length, 1, type);
  });

  it('sells once, although sixteen requests accept at the same time', async () => {
    const estimate = await send();
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        post(`${at(estimate)}/accept`, { ...CHOICE, option: n % 2 }),
      ),
    );
    const codes = responses.map(({ status }) => status).sort();
    // Position 1 is no optional line of the first option.
    assert.deepEqual([codes.filter((code) => code === 201).length], [1], codes.join());
    for (const { status, body } of responses) {
      assert([200, 201, 422].includes(status), `${status} ${JSON.stringify(body)}`);
    }
    const sold = responses.find(({ status }) => status === 201)?.body;
    for (const { status, body } of responses) if (status === 200) assert.deepEqual(body, sold);
    const again = await post(`${at(estimate)}/accept`, CHOICE);
    assert.deepEqual([again.status, again.body], [200, sold]);
    assert.equal((await get('/v1/jobs')).body.data.length, 1);
    assert.equal((await get('/v1/invoices')).body.data.length, 1);
    assert.equal((await get('/v1/customers')).body.data.length, 1);
    for (const type of ['estimate.accepted', 'job.created', 'invoice.created', 'customer.created'])
      assert.equal((await eventsOf(type)).length, 1, type);
    const { rows } = await service.owner.query(
      'select count(*)::integer as count from estimate_acceptances where organization_id = $1',
      [inOrganization.organizationId],
    );
    assert.equal(rows[0].count, 1);
  });

  it('makes nothing if one part fails', async () => {
    const estimate = await send();
    await ok(post(`/v1/leads/${estimate.lead_id}/disqualify`, { reason: 'x' }));
    await organization.api.delete(`/v1/leads/${estimate.lead_id}`);
    const refused = await post(`${at(estimate)}/accept`, CHOICE);
    assert.deepEqual([refused.status, refused.body.code], [409, 'lead_deleted']);
    assert.equal((await get(at(estimate))).body.status, 'sent');
    assert.deepEqual((await get('/v1/jobs')).body.data, []);
    await ok(post(`/v1/leads/${estimate.lead_id}/restore`));
    // The lead is disqualified: who buys is worth pursuing.
    assert.equal((await post(`${at(estimate)}/accept`, CHOICE)).status, 201);
  });

  it('makes nothing, and leaves no gap in the numbers, if the last statement fails', async () => {
    const estimate = await send();
    const { owner } = service;
    // After the job, the number of the invoice and its message.
    const id = inOrganization.organizationId;
    await owner.query(
      `alter table estimate_acceptances add constraint fails check (organization_id <> '${id}')`,
    );
    try {
      assert.equal((await post(`${at(estimate)}/accept`, CHOICE)).status, 500);
    } finally {
      await owner.query('alter table estimate_acceptances drop constraint fails');
    }
    assert.equal((await get(at(estimate))).body.status, 'sent');
    for (const path of ['/v1/jobs', '/v1/invoices', '/v1/customers'])
      assert.deepEqual((await get(path)).body.data, [], path);
    const { invoice } = await ok(post(`${at(estimate)}/accept`, CHOICE));
    assert.equal(invoice.number, 'INV-000001');
  });

  it('is decided by whichever comes first: acceptance, decline or revision', async () => {
    for (let n = 0; n < 2; n += 1) {
      const estimate = await send();
      const responses = await Promise.all([
        post(`${at(estimate)}/accept`, CHOICE),
        post(`${at(estimate)}/decline`, { reason: 'x' }),
        post(`${at(estimate)}/revise`),
      ]);
      const { status, acceptance } = (await get(at(estimate))).body;
      const [accepted, , revised] = responses.map((one) => one.status);
      assert.equal(accepted === 201, acceptance !== null, status);
      assert.equal(status, accepted === 201 ? 'accepted' : 'superseded');
      assert.equal(revised, accepted === 201 ? 409 : 201);
      const jobs = (await get(`/v1/jobs?lifecycle_number=${estimate.lifecycle_number}`)).body.data;
      assert.equal(jobs.length, accepted === 201 ? 1 : 0);
    }
  });

  it('invoices a deposit of a fixed amount', async () => {
    const estimate = await send({ deposit: { amount: 50_000 } });
    const { invoice } = await ok(post(`${at(estimate)}/accept`, CHOICE));
    assert.equal(invoice.total, 50_000);
  });

  it('makes no invoice without a deposit, and takes the only option without its name', async () => {
    const estimate = await send({ deposit: null, options: OFFER.options.slice(0, 1) });
    const { invoice, job } = await ok(post(`${at(estimate)}/accept`, { signature: TYPED }));
    assert.equal(invoice, null);
    assert.equal(job.contract.amount, 129_900);
  });

  it('sells another job to a customer, also after the lead was deleted', async () => {
    const first = await send();
    const { job } = await ok(post(`${at(first)}/accept`, CHOICE));
    await organization.api.delete(`/v1/leads/${first.lead_id}`);
    const { estimate_id } = await ok(
      post('/v1/estimates', { customer_id: job.customer_id, ...OFFER }),
    );
    await ok(post(`/v1/estimates/${estimate_id}/send`));
    const second = await ok(post(`/v1/estimates/${estimate_id}/accept`, CHOICE));
    assert.equal(second.job.customer_id, job.customer_id);
    assert.notEqual(second.job.job_id, job.job_id);
  });

  it('sells to a returning customer whose new request was deleted or merged', async () => {
    const first = await send({}, { email: 'returning@example.com' });
    const { job } = await ok(post(`${at(first)}/accept`, CHOICE));
    const again = async (name: string) => {
      const known = await send({}, { name, email: 'returning@example.com' });
      assert.equal(known.customer_id, job.customer_id);
      return known;
    };
    const deleted = await again('Dana');
    await organization.api.delete(`/v1/leads/${deleted.lead_id}`);
    const merged = await again('Dana');
    await ok(post(`/v1/leads/${merged.lead_id}/merge`, { into: first.lead_id }));
    for (const estimate of [deleted, merged]) {
      const sold = await ok(post(`${at(estimate)}/accept`, CHOICE));
      assert.equal(sold.job.customer_id, job.customer_id);
      assert.equal(sold.estimate.customer_id, job.customer_id);
    }
  });

  it('sells to the lead that another was merged into, and prints the customer that was kept', async () => {
    const estimate = await send({}, { name: 'Dana Wrong' });
    const { lead_id } = await ok(post('/v1/leads', freshLead({ name: 'Dana Right' })));
    await ok(post(`/v1/leads/${estimate.lead_id}/merge`, { into: lead_id }));
    const sold = await ok(post(`${at(estimate)}/accept`, CHOICE));
    const shown = (await get(at(estimate))).body;
    assert.deepEqual(
      [shown.customer_id, shown.contact_name, sold.job.lead_id],
      [sold.job.customer_id, 'Dana Right', lead_id],
    );
    assert.equal((await ok(post(`${at(estimate)}/verify`))).document.customer.name, 'Dana Right');
  });

  it('hashes exactly what was signed, and anyone can compute the hash', async () => {
    await organization.api.patch('/v1/organization', { tax_id: '93-1', address: '1 Main St' });
    const estimate = await send();
    const signature = {
      name: 'Dana',
      kind: 'drawn',
      image: `data:image/png;base64,${SIGNATURE_PNG}`,
    };
    const accepted = await ok(post(`${at(estimate)}/accept`, { ...CHOICE, signature }));
    const { document_hash } = accepted.estimate.acceptance;
    const verified = await ok(post(`${at(estimate)}/verify`));
    assert.deepEqual(
      [verified.valid, verified.document_hash, verified.computed_hash, verified.erased],
      [true, document_hash, document_hash, false],
    );
    const own = createHash('sha256').update(canonicalize(verified.document) ?? '');
    assert.equal(own.digest('hex'), document_hash);
    const image = createHash('sha256').update(Buffer.from(SIGNATURE_PNG, 'base64'));
    assert.equal(verified.document.signature.image_sha256, image.digest('hex'));
    assert.equal(verified.document.company.tax_id, '93-1');
    assert.equal(verified.document.accepted.total, 137_400);
    assert.deepEqual(verified.document.estimate.terms, OFFER.terms);
    // What was signed and the contract never change.
    for (const sql of [
      `update estimate_acceptances set document = document || '{"a": 1}'`,
      "update estimates set signature_name = 'x' where status = 'accepted'",
      "update jobs set contract_terms = 'x' where contract_document_hash is not null",
    ])
      await assert.rejects(service.owner.query(sql), { code: '23001' }, sql);
    const changed = await organization.api.patch(`/v1/jobs/${accepted.job.job_id}`, {
      contract: { amount: 1 },
    });
    assert.deepEqual([changed.status, changed.body.code], [409, 'contract_signed']);
    // What was read can be sent back.
    const { contract } = accepted.job;
    const path = `/v1/jobs/${accepted.job.job_id}`;
    const same = await organization.api.patch(path, { contract, title: 'Heater' });
    assert.deepEqual([same.status, same.body.contract], [200, contract]);
  });

  it('is found out if someone changes the stored document past the service', async () => {
    const estimate = await send();
    await ok(post(`${at(estimate)}/accept`, CHOICE));
    const id = toUuid('estimate', estimate.estimate_id);
    const { owner } = service;
    await owner.query(
      'alter table estimate_acceptances disable trigger estimate_acceptances_stand',
    );
    await owner.query(
      `update estimate_acceptances set document = jsonb_set(document, '{accepted,total}', '1') where estimate_id = $1`,
      [id],
    );
    await owner.query('alter table estimate_acceptances enable trigger estimate_acceptances_stand');
    const verified = await ok(post(`${at(estimate)}/verify`));
    assert.equal(verified.valid, false);
    assert.notEqual(verified.computed_hash, verified.document_hash);
    // The picture and the estimate are stored beside what was signed.
    const signature = { name: 'Dana', kind: 'drawn', image: SIGNATURE_PNG };
    const changes = [
      ['estimate_acceptances', `signature_image = 'x'`],
      ['estimates', `options = jsonb_set(options, '{1,lines,0,unit_amount}', '1')`],
      ['estimates', 'warranty_months = warranty_months + 12'],
      ['estimates', 'expires_on = expires_on + 1'],
      ['estimates', 'accepted_option = 0'],
      ['estimates', `signature_name = 'Dan'`],
    ] as const;
    for (const [table, change] of sampled(changes, 3, 'changes of what was signed')) {
      const signed = await send();
      await ok(post(`${at(signed)}/accept`, { ...CHOICE, signature }));
      assert.equal((await ok(post(`${at(signed)}/verify`))).valid, true);
      await owner.query(`alter table ${table} disable trigger user`);
      await owner.query(`update ${table} set ${change} where estimate_id = $1`, [
        toUuid('estimate', signed.estimate_id),
      ]);
      await owner.query(`alter table ${table} enable trigger user`);
      const { valid, computed_hash, document_hash } = await ok(post(`${at(signed)}/verify`));
      assert.deepEqual([valid, computed_hash], [false, document_hash], change);
    }
  });

  it('is refused before it is sent, and with a choice or a signature that is not valid', async () => {
    const { lead_id } = await ok(post('/v1/leads', freshLead()));
    const draft = await ok(post('/v1/estimates', { lead_id, ...OFFER }));
    const early = await post(`${at(draft)}/accept`, CHOICE);
    assert.deepEqual([early.status, early.body.code], [409, 'estimate_not_sent']);
    const unsigned = await post(`${at(draft)}/verify`);
    assert.deepEqual([unsigned.status, unsigned.body.code], [409, 'estimate_not_accepted']);
    await ok(post(`${at(draft)}/send`));
    const drawn = (image: unknown) => ({ signature: { name: 'Dana', kind: 'drawn', image } });
    const invalid: [body: object, errors: string[]][] = [
      [{ option: 'Best' }, ['/option unknown_option']],
      [{ option: 2 }, ['/option unknown_option']],
      [{ option: undefined }, ['/option required']],
      [{ optional_lines: [0] }, ['/optional_lines not_optional']],
      [{ optional_lines: [9] }, ['/optional_lines not_optional']],
      [{ signature: { name: ' ', kind: 'typed' } }, ['/signature/name too_short']],
      [{ signature: { ...TYPED, image: SIGNATURE_PNG } }, ['/signature/image not_allowed']],
      [drawn(undefined), ['/signature/image required']],
      [drawn('aGVsbG8='), ['/signature/image not_an_image']],
      [drawn(Buffer.alloc(200_000).toString('base64')), ['/signature/image too_long']],
      [drawn('not base64!'), ['/signature/image not_an_image']],
    ];
    for (const [body, errors] of invalid) {
      const response = await post(`${at(draft)}/accept`, { ...CHOICE, ...body });
      assert.deepEqual(fieldErrors(response), errors, JSON.stringify(body).slice(0, 200));
    }
  });

  it('is possible until the end of the last day in the organization’s time zone, and expires then', async () => {
    const estimate = await send({ valid_until: '2027-03-02' });
    const other = await send({ valid_until: '2027-03-02' });
    const { clock } = service;
    const before = clock.now();
    try {
      // 23:59 in Los Angeles, where it is already the third of March in UTC.
      clock.set('2027-03-03T07:59:00Z');
      await expireEstimates.handle(service.taskContext, []);
      assert.equal((await get(at(other))).body.status, 'sent');
      assert.equal((await post(`${at(other)}/accept`, CHOICE)).status, 201);
      clock.set('2027-03-03T08:00:00Z');
      assert.equal((await get(at(estimate))).body.status, 'expired');
      for (const step of ['accept', 'decline']) {
        const body = step === 'accept' ? CHOICE : { reason: 'x' };
        const late = await post(`${at(estimate)}/${step}`, body);
        assert.deepEqual([late.status, late.body.code], [409, 'estimate_expired'], step);
      }
      assert.equal((await eventsOf('estimate.expired')).length, 0);
      await Promise.all([1, 2].map(() => expireEstimates.handle(service.taskContext, [])));
      const events = await eventsOf('estimate.expired');
      assert.equal(events.length, 1);
      assert.deepEqual([events[0].data.status, events[0].previous.status], ['expired', 'sent']);
      const revised = await ok(post(`${at(estimate)}/revise`));
      assert.equal(revised.valid_until, '2027-03-03');
    } finally {
      clock.set(before.toISOString());
    }
  });

  it('by the customer’s own link is recorded with its address and program, and views count once', async () => {
    const estimate = await send();
    const id = uuidFrom('estimate', estimate.estimate_id);
    const { database } = service;
    for (let n = 0; n < 2; n += 1) {
      await database.transaction(inOrganization, (tx) => markViewed(tx, id));
    }
    const viewed = (await get(at(estimate))).body;
    assert.equal(viewed.status, 'viewed');
    assert.equal((await eventsOf('estimate.viewed')).length, 1);
    const by = {
      by: 'link',
      address: '203.0.113.9',
      userAgent: 'Browser/1',
      baseUrl: service.url,
    } as const;
    const signature = { name: 'Dana', kind: 'typed' } as const;
    const accepted = await database.transaction(inOrganization, (tx) =>
      accept(tx, id, { option: 'Standard', signature }, by),
    );
    assert.equal(accepted.isNew, true);
    const { rows } = await service.owner.query(
      'select accepted_by, address, user_agent from estimate_acceptances where estimate_id = $1',
      [id],
    );
    assert.deepEqual(rows, [
      { accepted_by: 'link', address: '203.0.113.9', user_agent: 'Browser/1' },
    ]);
    assert.equal((await post(`${at(estimate)}/accept`, CHOICE)).status, 200);
    const verified = await ok(post(`${at(estimate)}/verify`));
    assert.deepEqual(
      [verified.accepted_by, verified.address, verified.user_agent],
      ['link', '203.0.113.9', 'Browser/1'],
    );
  });

  it('can be done by a technician for an own contact, who then has the job, and for no other', async () => {
    const rosa = await newTechnician(service, organization, 'Rosa');
    const estimate = await send();
    assert.equal((await rosa.api.get(at(estimate))).status, 404);
    assert.equal((await rosa.api.post(`${at(estimate)}/accept`, CHOICE)).status, 404);
    const visit = { lead_id: estimate.lead_id, assigned_to: rosa.userId };
    await ok(post('/v1/appointments', { ...visit, starts_at: '2027-03-02T09:00:00-08:00' }));
    const own = await rosa.api.post('/v1/estimates', { lead_id: estimate.lead_id, ...OFFER });
    assert.equal(own.status, 201, JSON.stringify(own.body));
    const sent = await rosa.api.post(`${at(own.body)}/send`);
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    const { status, body } = await rosa.api.post(`${at(own.body)}/accept`, CHOICE);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.job.assigned_to, rosa.userId);
    assert.equal((await rosa.api.get(`/v1/jobs/${body.job.job_id}`)).status, 200);
    const deposit = { amount: body.invoice.balance, method: 'card' };
    const paid = await rosa.api.post(`/v1/jobs/${body.job.job_id}/collect-payment`, deposit);
    assert.equal(paid.status, 201, JSON.stringify(paid.body));
  });

  it('shows a technician an own contact’s accepted estimate, and not the job of another', async () => {
    const rosa = await newTechnician(service, organization, 'Rosa');
    const estimate = await send();
    const visit = { lead_id: estimate.lead_id, assigned_to: rosa.userId };
    await ok(post('/v1/appointments', { ...visit, starts_at: '2027-03-02T09:00:00-08:00' }));
    const { job } = await ok(post(`${at(estimate)}/accept`, CHOICE));
    const ben = await newTechnician(service, organization, 'Ben');
    await ok(organization.api.patch(`/v1/jobs/${job.job_id}`, { assigned_to: ben.userId }));
    assert.equal((await rosa.api.get(`/v1/jobs/${job.job_id}`)).status, 404);
    assert.equal((await rosa.api.post(`${at(estimate)}/verify`)).body.valid, true);
    const again = await rosa.api.post(`${at(estimate)}/accept`, CHOICE);
    assert.deepEqual([again.status, again.body.job, again.body.invoice], [200, null, null]);
    assert.equal(again.body.estimate.status, 'accepted');
  });

  it('needs the scopes to sell a job and to invoice', async () => {
    const estimate = await send();
    const token = await ok(post('/v1/tokens', { name: 'Quotes', scopes: ['estimates:write'] }));
    const limited = service.as(token.token);
    const refused = await limited.post(`${at(estimate)}/accept`, CHOICE);
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope_missing']);
    assert.equal((await limited.get(at(estimate))).status, 403);
  });
});
