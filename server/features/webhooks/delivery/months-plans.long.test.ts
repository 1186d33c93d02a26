import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '../../../platform/database/transaction.ts';
import { setUp, shared, sharedService } from '../../../testing/fixtures.ts';
import { freshLead } from '../../../testing/leads.ts';
import { ageLog } from '../../../testing/older-log.ts';
import { genericPlan } from '../../../testing/plans.ts';
import { listEventRows } from '../../events/queries.ts';
import { findDue } from './queries.ts';
import { raisePendingFrom } from './raise-pending-from.task.ts';

const MONTHS_AGO = 5;

describe('months of the event log in which nothing is pending', () => {
  const service = sharedService();
  const organization = shared(() => service.newOrganization());
  let last: number;
  let oldMonth: string;

  const due = (tx: Tx) => findDue(tx, { room: new Map(), defaultRoom: 16, inFlight: [] });
  const since = (types: string[] | null) => (tx: Tx) =>
    listEventRows(tx, { after: last, limit: 50, types, lifecycleNumber: null });
  /** The partitions whose rows the statement looked for. */
  async function monthsRead(send: (tx: Tx) => unknown): Promise<string[]> {
    const plan = await genericPlan(service, organization, send, { isRun: true });
    const scans = plan.split('\n').filter((line) => / on (events|webhook_deliveries)_/.test(line));
    assert(scans.length > 0, plan);
    return scans
      .filter((line) => !line.includes('never executed'))
      .map((line) => / on \w+?_(\d{4}_\d{2})/.exec(line)?.[1] ?? line);
  }

  setUp(async () => {
    const url = 'https://receiver.example.com/';
    assert.equal((await organization.api.post('/v1/webhook-endpoints', { url })).status, 201);
    await organization.api.post('/v1/leads', freshLead());
    const { body } = await organization.api.get('/v1/events?limit=200');
    last = body.data.at(-1).seq;
    await ageLog(service.owner, MONTHS_AGO);
    await organization.api.post('/v1/leads', freshLead());
    const { rows } = await service.owner.query<{ name: string }>(
      `select right(min(inhrelid::regclass::text), 7) as name from pg_inherits where inhparent = 'events'::regclass`,
    );
    oldMonth = rows[0]?.name ?? '';
  });

  it('are not read for the events after a later one, which are found by their seq', async () => {
    const plan = await genericPlan(service, organization, since(null));
    assert.match(plan, /Index Scan using events_pkey_\d{4}_\d{2} on/, plan);
    assert.doesNotMatch(plan, /events_by_|Sort Key: events.logged_at/, plan);
    assert(!(await monthsRead(since(null))).includes(oldMonth));
    assert(!(await monthsRead(since(['lead.created']))).includes(oldMonth));
  });

  it('are read for due deliveries only until it is known that none is pending there', async () => {
    const handled = `update event_cursors f set last_seq = c.event_seq from organization_counters c
      where c.organization_id = f.organization_id`;
    await raisePendingFrom.handle(service.taskContext, []);
    assert((await monthsRead(due)).includes(oldMonth), 'events of it are not handled yet');
    await service.owner.query(handled);
    await raisePendingFrom.handle(service.taskContext, []);
    assert(!(await monthsRead(due)).includes(oldMonth));
  });
});
