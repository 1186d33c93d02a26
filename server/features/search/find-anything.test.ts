import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../testing/created.ts';
import { setUp, shared, sharedService } from '../../testing/fixtures.ts';
import { newTechnician } from '../../testing/technicians.ts';
import { newToken } from '../../testing/tokens.ts';
import { scoreOf } from './rank.ts';

interface Result {
  kind: string;
  id: string;
  title: string;
  lifecycle_number: string;
}

describe('findAnything', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const post = (path: string, body?: object) => created(organization.api.post(path, body));
  const ids: Record<string, string> = {};

  setUp(async () => {
    const dana = { name: 'Dana Whitfield', phone: '+14155550134', email: 'dana.w@example.com' };
    const lead = await post('/v1/leads', { ...dana, service_needed: 'roofing' });
    const job = await post('/v1/jobs', { lead_id: lead.lead_id, title: 'New roof' });
    const line = { description: 'Roof', quantity: 1, unit_amount: 90_000 };
    const invoice = await post('/v1/invoices', {
      job_id: job.job_id,
      currency: 'USD',
      lines: [line],
    });
    const estimate = await post('/v1/estimates', {
      lead_id: lead.lead_id,
      title: 'Gutters',
      options: [{ name: 'Good', lines: [line] }],
    });
    await organization.api.post(`/v1/estimates/${estimate.estimate_id}/send`);
    const revised = await post(`/v1/estimates/${estimate.estimate_id}/revise`, {
      title: 'Gutters',
    });
    const other = await post('/v1/leads', {
      name: 'Dan Danvers',
      phone: '+16285554155',
      service_needed: 'gutter_cleaning',
    });
    Object.assign(ids, {
      number: lead.lifecycle_number,
      customer: job.customer_id,
      job: job.job_id,
      invoice: invoice.invoice_id,
      estimate: revised.estimate_id,
      other: other.lead_id,
      lead: lead.lead_id,
    });
  });

  async function find(q: string, api = organization.api): Promise<Result[]> {
    const { status, body } = await api.get(`/v1/search?q=${encodeURIComponent(q)}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const found = async (q: string) => (await find(q)).map(({ id }) => id);

  it('finds a person once, with their jobs after them', async () => {
    assert.deepEqual(await found('whitfield'), [ids.customer, ids.job]);
    assert.deepEqual(await found('dana.w@example.com'), [ids.customer, ids.job]);
    assert.deepEqual(await found('roof'), [ids.job]);
    const [customer] = await find('whitfield');
    assert.equal(customer?.kind, 'customer');
    assert.equal(customer?.title, 'Dana Whitfield');
    assert.equal(customer?.lifecycle_number, ids.number);
  });

  it('finds any three digits of a phone number, the end of it first', async () => {
    for (const q of ['134', '555013', '+1 415 555', '4155550134', '(415) 555-0134']) {
      const [first] = await found(q);
      assert.equal(first, ids.customer, q);
    }
    const both = await found('4155');
    assert.deepEqual([both[0], both[1]], [ids.other, ids.customer]);
  });

  it('finds lifecycle numbers and invoice numbers', async () => {
    const number = ids.number ?? '';
    for (const q of [number, number.split('-')[0] ?? '']) {
      const [first, ...others] = await find(q);
      assert.deepEqual(
        [first?.kind, first?.id, first?.title],
        ['lifecycle', number, 'Dana Whitfield'],
      );
      assert.deepEqual(
        others.map(({ kind }) => kind),
        ['job'],
      );
    }
    for (const q of ['INV-000001', 'inv-1', 'INV1', '000001']) {
      assert.deepEqual((await found(q)).slice(0, 1), [ids.invoice], q);
    }
    assert.deepEqual(await found('INV-99'), []);
  });

  it('finds the newest version of an estimate by its number', async () => {
    for (const q of ['EST-000001', 'est-1', 'EST1']) {
      const results = await find(q);
      assert.deepEqual(
        results.map(({ kind, id, title }) => [kind, id, title]),
        [['estimate', ids.estimate, 'Estimate EST-000001']],
        q,
      );
    }
    assert.deepEqual(await found('000001'), [ids.invoice, ids.estimate], 'both have this number');
    assert.deepEqual(await found('EST-99'), []);
  });

  it('shows only the kinds that the token can read, and own work to a technician', async () => {
    const kinds = async (scopes: string[], q: string) => {
      const { token } = await newToken(organization.api, { scopes });
      return (await find(q, service.as(token))).map(({ kind }) => kind);
    };
    assert.deepEqual(await kinds(['customers:read'], 'whitfield'), ['customer']);
    assert.deepEqual(await kinds(['leads:read'], 'whitfield'), ['lead']);
    assert.deepEqual(await kinds(['jobs:read'], 'whitfield'), [], 'names of customers are hidden');
    assert.deepEqual(await kinds(['jobs:read', 'leads:read'], 'roof'), ['job']);
    assert.deepEqual(await kinds(['invoices:read'], 'INV-1'), ['invoice']);
    assert.deepEqual(await kinds(['invoices:read'], 'EST-1'), []);
    assert.deepEqual(await kinds(['estimates:read'], 'EST-1'), ['estimate']);
    const technician = await newTechnician(service, organization, 'Rosa');
    assert.deepEqual(await find('dan', technician.api), []);
    await organization.api.patch(`/v1/leads/${ids.other}`, { assigned_to: technician.userId });
    const own = await find('dan', technician.api);
    assert.deepEqual(
      own.map(({ id }) => id),
      [ids.other],
    );
  });

  it('finds nothing of another organization', async () => {
    const { api } = await service.newOrganization();
    for (const q of ['whitfield', '415', '4155550134', 'INV-1', 'EST-1', ids.number ?? '']) {
      assert.deepEqual(await find(q, api), [], q);
    }
  });

  it('limits the results, and refuses a text that is too short', async () => {
    const { body } = await organization.api.get('/v1/search?q=dan&limit=1');
    assert.equal(body.data.length, 1);
    for (const query of ['q=d', 'q=12', 'q=', 'limit=3', 'q=dan&limit=999']) {
      const { status, body: problem } = await organization.api.get(`/v1/search?${query}`);
      assert.equal(status, 422, query);
      assert.ok(problem.errors.length > 0);
    }
  });
});

describe('the score of a result', () => {
  const dana = { names: ['Dana Whitfield'], phone: '+14155550134', email: 'dana@example.com' };

  it('is higher, the more exactly it is what was typed', () => {
    const typed = ['4155550134', 'dana wh', '0134', 'whit', '415555', '5501', 'elm street'];
    const scores = typed.map((text) => scoreOf(text, dana));
    assert.deepEqual(scores, [1, 0.9, 0.8, 0.75, 0.7, 0.6, 0.5]);
    assert.equal(scoreOf('Dana@Example.com', dana), 1);
    assert.equal(scoreOf('100042', { ...dana, number: '100042-7' }), 1);
    assert.equal(scoreOf('100', { ...dana, number: '100042-7' }), 0.5);
  });
});
