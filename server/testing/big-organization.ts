import assert from 'node:assert/strict';
import { toUuid } from '../domain/ids.ts';
import { createdIn } from './created-in.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { freshLead } from './leads.ts';

/** Three bytes each: the longest texts that the limits allow. */
const LONG_NOTES = '寿'.repeat(10_000);

export interface BigOrganization extends TestOrganization {
  lifecycleNumber: string;
  leadId: string;
  jobId: string;
  userId: string;
  teamId: string;
  playbookId: string;
  /** The path of the feed of the user, with its key. */
  feed: string;
  /** The paths of a source of JSON and of one of mails. */
  sourcePath: string;
  mailPath: string;
}

/** An organization in which everything is as long and as often there as it can be. */
export async function bigOrganization(service: TestService): Promise<BigOrganization> {
  const organization = await service.newOrganization({ time_zone: 'America/New_York' });
  const create = createdIn(organization);
  const lead = await create('/v1/leads', freshLead({ notes: LONG_NOTES }));
  const user = await create('/v1/users', worstUser());
  const team = await create('/v1/teams', { name: 'Everyone', members: [user.user_id] });
  const job = await create('/v1/jobs', { lead_id: lead.lead_id, title: 'Boiler' });
  await create(`/v1/jobs/${job.job_id}/notes`, { text: LONG_NOTES });
  await create('/v1/invoices', {
    job_id: job.job_id,
    currency: 'USD',
    lines: LINES,
    notes: LONG_NOTES,
  });
  await create('/v1/communications', {
    lead_id: lead.lead_id,
    channel: 'call',
    direction: 'inbound',
    body: '寿'.repeat(200_000),
  });
  const playbook = await create('/v1/playbooks', worstPlaybook());
  const template = { name: 'Long', channel: 'email', subject: 'x', body: 'x'.repeat(15_000) };
  await create('/v1/templates', template);
  await create('/v1/webhook-endpoints', {
    url: 'https://hooks.invalid/',
    event_types: EVENT_TYPES,
  });
  const visit = { lead_id: lead.lead_id, assigned_to: user.user_id, notes: LONG_NOTES };
  await create('/v1/appointments', { ...visit, starts_at: '2027-03-02T08:30:00-05:00' });
  const { url } = await create(`/v1/users/${user.user_id}/calendar-key`, {});
  const { pathname, search } = new URL(url);
  const source = await create('/v1/sources', { name: 'Partner', kind: 'json', source: 'partner' });
  const mails = await create('/v1/sources', { name: 'Mails', kind: 'email', source: 'mails' });
  const big = {
    ...organization,
    feed: pathname + search,
    sourcePath: `/in/${source.source_key}`,
    mailPath: `/in/${mails.source_key}`,
    lifecycleNumber: lead.lifecycle_number,
    leadId: lead.lead_id,
    jobId: job.job_id,
    userId: user.user_id,
    teamId: team.team_id,
    playbookId: playbook.playbook_id,
  };
  await multiply(service, big);
  return big;
}

/** Nothing of this happens here: 250 deliveries of each event would only keep the database busy. */
const EVENT_TYPES = Array.from({ length: 100 }, () => 'time_off.*');

export const LINES = Array.from({ length: 500 }, (_, n) => ({
  description: `${n} ${'寿'.repeat(480)}`,
  quantity: 1.5,
  unit_amount: 12_345,
  tax_rate: 8.875,
}));

/** At work around the clock, with as many exceptions as there can be. */
export function worstUser() {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const start = Date.UTC(2026, 10, 1);
  return {
    name: 'Rosa Delgado',
    email: `rosa.${performance.now()}@example.com`,
    role: 'technician',
    working_hours: {
      weekly: days.map((day) => ({ day, start: '00:00', end: '24:00' })),
      exceptions: Array.from({ length: 500 }, (_, n) => ({
        date: new Date(start + n * 86_400_000).toISOString().slice(0, 10),
        intervals: Array.from({ length: 10 }, (_, hour) => ({
          start: `${String(2 * hour).padStart(2, '0')}:00`,
          end: `${String(2 * hour + 1).padStart(2, '0')}:59`,
        })),
      })),
    },
  };
}

export function worstPlaybook() {
  return {
    name: 'Long',
    trigger: { manual: true },
    steps: Array.from({ length: 100 }, (_, n) => ({
      id: `step_${n}`,
      do: 'create_task',
      with: { title: `Call {{ lead.name }} ${'{{ lead.notes }} '.repeat(50)}` },
    })),
  };
}

/** What one request cannot make is copied: lists get more rows than a page has, and one lifecycle 10,000 events. */
async function multiply(service: TestService, big: BigOrganization): Promise<void> {
  const organizationId = toUuid('organization', big.organizationId);
  const { owner } = service;
  const copy = (table: string, key: string, count: number, columns = '') =>
    owner.query(
      `insert into ${table} select made.* from
         (select * from ${table} where organization_id = $1 limit 1) r, generate_series(1, ${count}) as n,
         jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object(
           'n', n, '${key}', gen_random_uuid() ${columns})) as made`,
      [organizationId],
    );
  await owner.query('set session_replication_role = replica');
  await copy(
    'leads',
    'lead_id',
    300,
    `, 'lifecycle_number', (500000 + n) || '-0', 'source_ref', null`,
  );
  await copy('users', 'user_id', 199, `, 'email', n || '@example.com'`);
  await owner.query(
    `insert into team_members (organization_id, team_id, user_id, position)
     select organization_id, $2, user_id, 1 + row_number() over () from users u
     where organization_id = $1 and not exists (
       select from team_members m where m.organization_id = $1 and m.user_id = u.user_id)`,
    [organizationId, toUuid('team', big.teamId)],
  );
  await copy('job_notes', 'note_id', 250);
  await copy('jobs', 'job_id', 250);
  await copy('invoices', 'invoice_id', 50, `, 'number', 'INV-' || n`);
  await copy('communications', 'communication_id', 50);
  await copy('webhook_endpoints', 'webhook_endpoint_id', 250);
  await copy('templates', 'template_id', 250, `, 'name', 'Long ' || n`);
  const visits = `, 'status', 'completed', 'starts_at', r.starts_at + n * interval '1 hour',
    'ends_at', r.ends_at + n * interval '1 hour', 'blocked_until', r.ends_at + n * interval '1 hour'`;
  await copy('appointments', 'appointment_id', 2_500, visits);
  await owner.query(
    `insert into playbook_versions
     select organization_id, playbook_id, n, definition, created_by, created_at
     from playbook_versions, generate_series(2, 250) n where organization_id = $1 and playbook_id = $2`,
    [organizationId, toUuid('playbook', big.playbookId)],
  );
  await owner.query(
    `insert into events
     select e.organization_id, c.event_seq + n, gen_random_uuid(), e.type, e.occurred_at, e.lifecycle_number,
            e.actor, e.data, e.data
     from events e join organization_counters c using (organization_id), generate_series(1, 10000) n
     where organization_id = $1 and e.type = 'lead.created'`,
    [organizationId],
  );
  await owner.query(
    'update organization_counters set event_seq = event_seq + 10000 where organization_id = $1',
    [organizationId],
  );
  await owner.query('reset session_replication_role');
  assert((await big.api.get('/v1/leads?limit=1')).body.has_more);
}
