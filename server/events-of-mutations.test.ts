import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ParamKind } from './platform/http/operation.ts';
import { eventTypes, routes } from './routes.ts';
import { makeResource, makeResourceFor } from './testing/builders.ts';
import { firstOf } from './testing/first-of.ts';
import { sharedService } from './testing/fixtures.ts';
import { pathWith, sampleBody } from './testing/requests.ts';

type Make = (kind: ParamKind) => Promise<string>;

/** Mutations that emit nothing. There is none, and should be none. */
const SILENT: readonly string[] = [];

/** What to send where the examples of all fields together would not do. A new one asks for its line. */
const bodies: Record<string, (make: Make) => Promise<Record<string, unknown>>> = {
  bookAppointment: async (make) => ({
    lead_id: await make('lead'),
    starts_at: '2027-03-02T09:00:00-08:00',
  }),
  holdAppointment: async (make) => ({
    lead_id: await make('lead'),
    assigned_to: await make('user'),
    starts_at: '2027-03-02T09:00:00-08:00',
  }),
  createJob: async (make) => ({ lead_id: await make('lead'), title: 'Replace the boiler' }),
  recordCommunication: async (make) => ({
    lead_id: await make('lead'),
    channel: 'note',
    body: 'The gate sticks.',
  }),
  sendMessage: async (make) => ({
    lead_id: await make('lead'),
    channel: 'sms',
    body: 'On our way.',
  }),
  createOptOut: async (make) => ({ lead_id: await make('lead'), channel: 'sms', source: 'Call' }),
  createFollowUp: async (make) => ({
    lead_id: await make('lead'),
    channel: 'call',
    delay: 'P1D',
    body: 'Ask whether the estimate came.',
  }),
  runPlaybook: async (make) => ({ lead_id: await make('lead') }),
};

describe('every mutation', () => {
  const service = sharedService();

  const mutations = routes.filter(({ kind }) => kind === 'mutation' || kind === 'upload');

  /** How many events there are in all logs: an operation may write to that of a new organization. */
  async function countEvents(): Promise<number> {
    const { rows } = await service.owner.query('select count(*)::integer as count from events');
    return rows[0].count;
  }

  for (const operation of mutations) {
    it(`emits an event: ${operation.id}`, async () => {
      const organization = await service.newOrganization();
      const make: Make = (kind) => makeResource(kind, service, organization);
      const path = await pathWith(operation, (kind) =>
        makeResourceFor(operation.id, kind, service, organization),
      );
      const body = await (bodies[operation.id]?.(make) ?? sampleBody(operation, make));
      const caller = operation.scopes.includes('operator') ? service.operator : organization.api;
      const before = await countEvents();

      const answer =
        operation.kind === 'upload'
          ? await caller.post(path, undefined, sampleUpload(operation.media))
          : await caller.call(operation.method, path, body);
      assert(
        answer.status < 300,
        `it answered ${answer.status}: give it a body that works in this file. ${JSON.stringify(answer.body)}`,
      );
      const emitted = (await countEvents()) - before;
      if (SILENT.includes(operation.id)) assert.equal(emitted, 0);
      else assert(emitted > 0, 'it changed something without an event');
    });
  }

  it('emits kinds that are listed', async () => {
    const { rows } = await service.owner.query('select distinct type from events');
    const listed = new Set(eventTypes.map(({ type }) => type));
    for (const { type } of rows) assert(listed.has(type), type);
  });

  function sampleUpload(media: Record<string, { example: string }>) {
    const [type, { example }] = firstOf(Object.entries(media));
    return { raw: example, headers: { 'content-type': type } };
  }
});
