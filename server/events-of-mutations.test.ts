import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ParamKind } from './platform/http/operation.ts';
import { eventTypes, routes } from './routes.ts';
import { makeResource, makeResourceFor } from './testing/builders.ts';
import { firstOf } from './testing/first-of.ts';
import { sharedService } from './testing/fixtures.ts';
import { pathWith, sampleBody } from './testing/requests.ts';

type Create = (kind: ParamKind) => Promise<string>;

/** Mutations that emit nothing. There are none, and there should be none. */
const SILENT: readonly string[] = [];

/** What has to be done before an operation changes anything. */
const preparations: Record<string, string> = {
  resumeSending: '/v1/organization/pause-sending',
  resumeServiceSending: '/v1/service/pause-sending',
};

/** Bodies for operations where the examples of all fields together are not valid. Add a line for a new one. */
const bodies: Record<string, (make: Create) => Promise<Record<string, unknown>>> = {
  bookAppointment: async (create) => ({
    lead_id: await create('lead'),
    starts_at: '2027-03-02T09:00:00-08:00',
  }),
  holdAppointment: async (create) => ({
    lead_id: await create('lead'),
    assigned_to: await create('user'),
    starts_at: '2027-03-02T09:00:00-08:00',
  }),
  createJob: async (create) => ({ lead_id: await create('lead'), title: 'Replace the boiler' }),
  recordCommunication: async (create) => ({
    lead_id: await create('lead'),
    channel: 'note',
    body: 'The gate sticks.',
  }),
  sendMessage: async (create) => ({
    lead_id: await create('lead'),
    channel: 'sms',
    body: 'On our way.',
  }),
  createOptOut: async (create) => ({
    lead_id: await create('lead'),
    channel: 'sms',
    source: 'Call',
  }),
  createFollowUp: async (create) => ({
    lead_id: await create('lead'),
    channel: 'call',
    delay: 'P1D',
    body: 'Ask whether the estimate came.',
  }),
  runPlaybook: async (create) => ({ lead_id: await create('lead') }),
};

describe('every mutation', () => {
  const service = sharedService();

  const mutations = routes.filter(({ kind }) => kind === 'mutation' || kind === 'upload');

  /** Counts the events of all logs: an operation may write to the log of a new organization. */
  async function countEvents(): Promise<number> {
    const { rows } = await service.owner.query('select count(*)::integer as count from events');
    return rows[0].count;
  }

  for (const operation of mutations) {
    it(`emits an event: ${operation.id}`, async () => {
      const organization = await service.newOrganization();
      const create: Create = (kind) => makeResource(kind, service, organization);
      const path = await pathWith(operation, (kind) =>
        makeResourceFor(operation.id, kind, service, organization),
      );
      const body = await (bodies[operation.id]?.(create) ?? sampleBody(operation, create));
      const caller = operation.scopes.includes('operator') ? service.operator : organization.api;
      const preparation = preparations[operation.id];
      if (preparation) assert((await caller.post(preparation)).status < 300);
      const before = await countEvents();

      const response =
        operation.kind === 'upload'
          ? await caller.post(path, undefined, sampleUpload(operation.media))
          : await caller.call(operation.method, path, body);
      assert(
        response.status < 300,
        `it returned ${response.status}: add a body that works to this file. ${JSON.stringify(response.body)}`,
      );
      const emitted = (await countEvents()) - before;
      if (SILENT.includes(operation.id)) assert.equal(emitted, 0);
      else assert(emitted > 0, 'it emitted no event');
    });
  }

  it('emits only registered event types', async () => {
    const { rows } = await service.owner.query('select distinct type from events');
    const listed = new Set(eventTypes.map(({ type }) => type));
    for (const { type } of rows) assert(listed.has(type), type);
  });

  function sampleUpload(media: Record<string, { example: string }>) {
    const [type, { example }] = firstOf(Object.entries(media));
    return { raw: example, headers: { 'content-type': type } };
  }
});
