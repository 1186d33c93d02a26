import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ApiClient, ApiResponse } from '../../testing/api-client.ts';
import { created } from '../../testing/created.ts';
import { eventually } from '../../testing/eventually.ts';
import { shared, sharedService } from '../../testing/fixtures.ts';
import { freshLead } from '../../testing/leads.ts';
import { Office } from '../../testing/office.ts';
import { GATEWAY_SECRET, startSmsGateway } from '../../testing/sms-gateway.ts';
import { newToken } from '../../testing/tokens.ts';

type Body = ApiResponse['body'];

describe('reports by user', () => {
  const service = sharedService({ hasWorker: true });
  const gateway = shared(() => startSmsGateway());
  let office: Office;
  let anna: string;
  beforeEach(async () => {
    // A Monday, ten in the morning in Los Angeles.
    service.clock.set('2027-03-01T18:00:00.000Z');
    office = await Office.open(service);
    anna = await office.newUser({ name: 'anna Berg', role: 'dispatcher' });
    // The lead of the office is older than the reports below.
    service.clock.set('2027-04-05T17:00:00.000Z');
  });

  const capture = (fields: Record<string, unknown> = {}): Promise<Body> =>
    created(office.api.post('/v1/leads', freshLead(fields)));
  const assign = async ({ lead_id }: Body, assigned_to: string) =>
    assert.equal((await office.api.patch(`/v1/leads/${lead_id}`, { assigned_to })).status, 200);
  const as = async (user_id: string): Promise<ApiClient> =>
    service.as((await newToken(office.api, { user_id })).token);
  async function report(path: string, api = office.api) {
    const { status, body } = await api.get(`/v1/reports/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  it('the funnel counts leads under the user they are assigned to now, unassigned ones last', async () => {
    const [first, second] = [await capture(), await capture({ source: 'phone' })];
    await capture();
    await assign(first, office.rosa);
    await assign(second, office.rosa);
    await assign(second, anna);
    await office.booked({ lead_id: second.lead_id, starts_at: '2027-04-06T09:00:00-07:00' });
    const { data, totals } = await report('funnel?from=2027-04-01&by=assignee');
    assert.deepEqual(
      data.map(({ user_id, user_name, captured, booked }: Body) => [
        ...[user_id, user_name, captured, booked],
      ]),
      [
        [anna, 'anna Berg', 1, 1],
        [office.rosa, 'Rosa Delgado', 1, 0],
        [null, null, 1, 0],
      ],
    );
    assert.ok(data.every((row: Body) => !('source' in row)));
    assert.equal(totals.captured, 3);
    const ofPhone = await report('funnel?from=2027-04-01&by=assignee&source=phone');
    assert.deepEqual(
      ofPhone.data.map((row: Body) => row.user_name),
      ['anna Berg'],
    );
    const bySource = await report('funnel?from=2027-04-01&by=source');
    assert.deepEqual(bySource, await report('funnel?from=2027-04-01'));
  });

  it('speed to lead counts each lead under the user who made the first contact, by hand or by a message', async () => {
    const settings = { url: gateway.url, from_number: '+14155550100', secret: GATEWAY_SECRET };
    await created(office.api.post('/v1/channels', { kind: 'sms_gateway', settings }));
    const [called, texted, open, byProgram, booked] = await Promise.all(
      Array.from({ length: 5 }, () => capture()),
    );
    const [byAnna, byRosa] = [await as(anna), await as(office.rosa)];
    service.clock.advance(60_000);
    assert.equal((await byAnna.post(`/v1/leads/${called.lead_id}/contacted`)).status, 200);
    // The worker sends it, so the log names the system; the user wrote it.
    await created(
      byAnna.post('/v1/messages', { lead_id: texted.lead_id, channel: 'sms', body: 'Hello!' }),
    );
    const isContacted = async ({ lead_id }: Body) =>
      (await office.api.get(`/v1/leads/${lead_id}`)).body.first_contacted_at !== null;
    await eventually(() => isContacted(texted));
    assert.equal((await office.api.post(`/v1/leads/${byProgram.lead_id}/contacted`)).status, 200);
    service.clock.advance(600_000);
    await assign(booked, office.rosa);
    await created(
      byRosa.post('/v1/appointments', {
        ...{ lead_id: booked.lead_id, assigned_to: office.rosa },
        starts_at: '2027-04-06T09:00:00-07:00',
      }),
    );
    // A second contact changes nothing.
    const call = { lead_id: booked.lead_id, channel: 'call', direction: 'outbound' };
    await created(byAnna.post('/v1/communications', call));
    assert.equal(await isContacted(open), false);

    const { by_user, captured } = await report('speed-to-lead?from=2027-04-01&by=first_contact');
    assert.equal(captured, 5);
    assert.deepEqual(
      by_user.map((row: Body) => [row.user_name, row.captured, row.contacted, row.median_seconds]),
      [
        ['anna Berg', 2, 2, 60],
        ['Rosa Delgado', 1, 1, 660],
        [null, 2, 1, 60],
      ],
    );
    const ofAssignees = await report('speed-to-lead?from=2027-04-01&by=assignee');
    assert.deepEqual(
      ofAssignees.by_user.map((row: Body) => [row.user_id, row.captured]),
      [
        [office.rosa, 1],
        [null, 4],
      ],
    );
    const plain = await report('speed-to-lead?from=2027-04-01');
    assert.ok(!('by_user' in plain) && !('by_period' in plain));
  });

  it('speed to lead has one row per period with leads', async () => {
    const slow = await capture();
    service.clock.advance(120_000);
    await office.api.post(`/v1/leads/${slow.lead_id}/contacted`);
    service.clock.set('2027-04-15T17:00:00.000Z');
    await capture();
    const { by_period } = await report('speed-to-lead?from=2027-04-01&period=week');
    assert.deepEqual(
      by_period.map(({ starts_on, ends_on, captured, median_seconds }: Body) => ({
        ...{ starts_on, ends_on, captured, median_seconds },
      })),
      [
        { starts_on: '2027-04-05', ends_on: '2027-04-11', captured: 1, median_seconds: 120 },
        { starts_on: '2027-04-12', ends_on: '2027-04-15', captured: 1, median_seconds: null },
      ],
    );
  });

  it('a token without users:read sees ids and no names', async () => {
    await assign(await capture(), office.rosa);
    const { token } = await newToken(office.api, { scopes: ['reports:read'] });
    const { data } = await report('funnel?by=assignee&from=2027-04-01', service.as(token));
    assert.deepEqual([data[0].user_id, data[0].user_name], [office.rosa, null]);
  });

  it('unknown values of by and period are refused', async () => {
    for (const path of ['funnel?by=user', 'speed-to-lead?by=source', 'revenue?by=first_contact']) {
      const { status, body } = await office.api.get(`/v1/reports/${path}`);
      assert.deepEqual([status, body.errors[0].pointer], [422, '/by'], path);
    }
  });
});
