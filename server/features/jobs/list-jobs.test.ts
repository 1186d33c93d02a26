import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { Shop } from '../../testing/sold.ts';

describe('listJobs', () => {
  const jobs: Record<string, { job_id: string; customer_id: string; lifecycle_number: string }> =
    {};
  const service = sharedService();
  const shop = shared(() => Shop.open(service));
  let rosa: string;
  before(async () => {
    rosa = await shop.newUser();
    const dana = await shop.newCustomer({
      name: 'Dana Whitfield',
      email: 'dana@whitfield.example',
    });
    const sam = await shop.newCustomer({ name: 'Sam Ng' });
    const of = ({ customer_id }: { customer_id: string }) => ({ customer_id });
    jobs.heater = await shop.sold({ ...of(dana), title: 'Replace the water heater' });
    jobs.furnace = await shop.soldAnd(['start'], {
      ...of(dana),
      title: 'Furnace tune-up',
      assigned_to: rosa,
    });
    jobs.boiler = await shop.soldAnd(['schedule'], {
      ...of(sam),
      title: 'Replace the boiler',
      assigned_to: rosa,
    });
    jobs.duct = await shop.soldAnd(['start', 'complete'], { ...of(sam), title: 'Clean the ducts' });
    await (await Shop.open(service)).sold({ title: 'Replace the water heater' });
  });

  async function found(query: Record<string, string | number>) {
    const text = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
    const { status, body } = await shop.api.get(`/v1/jobs?${text}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.map(
      ({ job_id }: { job_id: string }) =>
        Object.keys(jobs).find((name) => jobs[name]!.job_id === job_id)!,
    );
  }

  it('returns all jobs of the organization, newest first, page by page', async () => {
    const all = ['duct', 'boiler', 'furnace', 'heater'];
    assert.deepEqual(await found({}), all);
    const { body } = await shop.api.get('/v1/jobs?limit=3');
    const rest = await shop.api.get(`/v1/jobs?limit=3&cursor=${body.next_cursor}`);
    assert.deepEqual(
      [...body.data, ...rest.body.data].map(({ job_id }) => job_id),
      all.map((name) => jobs[name]!.job_id),
    );
    assert.equal(rest.body.has_more, false);
  });

  it('filters by each filter and by combinations', async () => {
    const { customer_id } = jobs.heater!;
    const { lifecycle_number } = jobs.boiler!;
    assert.deepEqual(await found({ status: 'in_progress' }), ['furnace']);
    assert.deepEqual(await found({ status: 'completed,contracted,completed' }), ['duct', 'heater']);
    assert.deepEqual(await found({ customer_id }), ['furnace', 'heater']);
    assert.deepEqual(await found({ lifecycle_number }), ['duct', 'boiler']);
    assert.deepEqual(await found({ assigned_to: rosa }), ['boiler', 'furnace']);
    assert.deepEqual(await found({ assigned_to: rosa, customer_id }), ['furnace']);
    assert.deepEqual(await found({ customer_id, status: 'contracted' }), ['heater']);
    assert.deepEqual(await found({ assigned_to: rosa, status: 'scheduled' }), ['boiler']);
    assert.deepEqual(await found({ q: 'replace', assigned_to: rosa }), ['boiler']);
    assert.deepEqual(await found({ q: 'replace', status: 'contracted' }), ['heater']);
    assert.deepEqual(await found({ q: lifecycle_number, status: 'completed' }), ['duct']);
    for (const unknown of [{ customer_id: 'x' }, { assigned_to: 'x' }, { lifecycle_number: '1' }]) {
      assert.deepEqual(await found(unknown), []);
    }
  });

  it('searches titles, lifecycle numbers and customer names', async () => {
    const { lifecycle_number } = jobs.heater!;
    for (const [q, names] of [
      ['repl', ['boiler', 'heater']],
      ['Heater water', ['heater']],
      ['whitf', ['furnace', 'heater']],
      ['dana furn', ['furnace']],
      ['ng', ['duct', 'boiler']],
      ['dana@whitfield.example', ['furnace', 'heater']],
      [lifecycle_number, ['furnace', 'heater']],
      [lifecycle_number.split('-')[0]!, ['furnace', 'heater']],
      ['dana boiler', []],
      ['heatex', []],
    ] as const) {
      assert.deepEqual(await found({ q }), names, q);
    }
    const { body } = await shop.api.get('/v1/jobs?q=replace&limit=1');
    const next = await shop.api.get(`/v1/jobs?q=replace&limit=1&cursor=${body.next_cursor}`);
    assert.deepEqual(
      [body.data[0].job_id, next.body.data[0].job_id, next.body.has_more],
      [jobs.boiler!.job_id, jobs.heater!.job_id, false],
    );
  });

  it('finds a job by the current title and customer details, and not by the old ones', async () => {
    const job = await shop.sold({ title: 'Chimney sweep' });
    const customer = `/v1/customers/${job.customer_id}`;
    await shop.api.patch(`/v1/jobs/${job.job_id}`, { title: 'Fireplace inspection' });
    await shop.api.patch(customer, { name: 'Zelda Quill', phone: '+14155550188' });
    const ids = async (q: string) =>
      (await shop.api.get(`/v1/jobs?q=${q}`)).body.data.map((one: typeof job) => one.job_id);
    for (const q of ['fireplace', 'zelda', 'quill%20inspection', '5550188']) {
      assert.deepEqual(await ids(q), [job.job_id], q);
    }
    await shop.api.patch(customer, { name: 'Maud' });
    for (const q of ['chimney', 'zelda']) assert.deepEqual(await ids(q), [], q);
  });

  it('refuses invalid query parameters', async () => {
    for (const query of ['status=open', 'q=a', 'limit=0', 'cursor=x', 'sort=title']) {
      assert.equal((await shop.api.get(`/v1/jobs?${query}`)).status, 422, query);
    }
  });
});
