import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeResource } from './testing/builders.ts';
import { shared, sharedService } from './testing/fixtures.ts';

describe('an id in a request', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  const make = (kind: string) => makeResource(kind, service, organization);

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

    const logo = { logo_file_id: await make('lead') };
    const { body: problem } = await organization.api.patch('/v1/organization', logo);
    assert.match(problem.errors[0].detail, /is the id of a lead\. Send the id of a file/);
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
