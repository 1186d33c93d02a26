import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeResource } from './testing/builders.ts';
import { shared, sharedService } from './testing/fixtures.ts';

const UNKNOWN = '01h455vb4pex5vsknk084sn02q';

describe('an unknown id in a request', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const make = (kind: string) => makeResource(kind, service, organization);

  async function errorsOf(path: string, body: object): Promise<[number, string[]]> {
    const response = await organization.api.post(path, body);
    const errors: { pointer: string; code: string }[] = response.body.errors ?? [];
    return [response.status, errors.map(({ pointer, code }) => `${pointer} ${code}`)];
  }

  it('is named by its field, in any operation that takes one', async () => {
    const starts_at = '2027-03-02T09:00:00-08:00';
    const note = { channel: 'note', body: 'Has a dog.' };
    const lines = [{ description: 'Repair', quantity: 1, unit_amount: 100 }];
    const cases: [string, object, string][] = [
      ['/v1/appointments', { lead_id: `lead_${UNKNOWN}`, starts_at }, '/lead_id'],
      ['/v1/appointments', { customer_id: `customer_${UNKNOWN}`, starts_at }, '/customer_id'],
      ['/v1/appointments', { job_id: `job_${UNKNOWN}`, starts_at }, '/job_id'],
      ['/v1/communications', { ...note, lifecycle_number: '999999-9' }, '/lifecycle_number'],
      ['/v1/communications', { ...note, lead_id: 'nonsense' }, '/lead_id'],
      ['/v1/invoices', { job_id: `job_${UNKNOWN}`, currency: 'USD', lines }, '/job_id'],
      ['/v1/jobs', { customer_id: `customer_${UNKNOWN}`, title: 'Boiler' }, '/customer_id'],
      [`/v1/leads/${await make('lead')}/merge`, { into: `lead_${UNKNOWN}` }, '/into'],
    ];
    for (const [path, body, pointer] of cases) {
      assert.deepEqual(await errorsOf(path, body), [404, [`${pointer} unknown_id`]], path);
    }
  });

  it('of the wrong kind is told apart, with the kind that it is of', async () => {
    const starts_at = '2027-03-02T09:00:00-08:00';
    const response = await organization.api.post('/v1/appointments', {
      lead_id: await make('customer'),
      starts_at,
    });
    assert.equal(response.status, 404);
    const [error] = response.body.errors;
    assert.deepEqual([error.pointer, error.code], ['/lead_id', 'wrong_kind']);
    assert.match(error.detail, /is the id of a customer\. Send the id of a lead/);

    const body = { lead_id: await make('lead'), starts_at, assigned_to: await make('team') };
    const assigned = await organization.api.post('/v1/appointments', body);
    assert.equal(assigned.status, 422);
    assert.match(assigned.body.errors[0].detail, /is the id of a team\. Send the id of a user/);
  });

  it('in the path has no field to name', async () => {
    const { status, body } = await organization.api.get(`/v1/leads/lead_${UNKNOWN}`);
    assert.deepEqual([status, body.code, body.errors], [404, 'not_found', undefined]);
  });
});

describe('a field of the wrong form', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());

  it('is answered with an example, and never with a regular expression', async () => {
    const { api } = organization;
    const responses = await Promise.all([
      api.post('/v1/jobs', { lead_id: 'x', title: 'x', service: 'Water heater' }),
      api.post('/v1/users', { name: 'x', email: 'x', role: 'owner' }),
      api.patch('/v1/organization', { country: 'usa' }),
      api.patch('/v1/organization', { quiet_hours: { start: '8', end: '9pm' } }),
      api.post('/v1/webhook-endpoints', { url: 'https://example.com', event_types: ['*.*'] }),
      api.get('/v1/events?type=LEAD'),
    ]);
    for (const { status, body } of responses) {
      assert.equal(status, 422);
      assert.doesNotMatch(JSON.stringify(body), /\^|\[a-z|\\\\d|undefined/);
    }
    const [job] = responses;
    assert.match(job.body.detail, /Write it like "\w+"/);
  });
});
