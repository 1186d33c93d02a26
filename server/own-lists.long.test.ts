import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ApiClient } from './testing/api-client.ts';
import { created } from './testing/created.ts';
import { sharedService } from './testing/fixtures.ts';
import type { TestOrganization } from './testing/harness.ts';
import { freshLead } from './testing/leads.ts';
import { sized } from './testing/sized.ts';
import { newTechnician, type Technician } from './testing/technicians.ts';

interface Row extends Record<string, unknown> {
  lifecycle_number: string;
}

const LISTS = {
  appointments: '/v1/appointments',
  jobs: '/v1/jobs',
  leads: '/v1/leads?include_deleted=true',
  customers: '/v1/customers',
  invoices: '/v1/invoices',
  communications: '/v1/communications',
  follow_ups: '/v1/follow-ups',
  claims: '/v1/warranty-claims',
} as const;
type Name = keyof typeof LISTS;
type Lists = Record<Name, Row[]>;

/** All pages of every list. */
async function readLists(api: ApiClient): Promise<Lists> {
  const read = async (path: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await api.get(
        `${path}${path.includes('?') ? '&' : '?'}limit=3${cursor}`,
      );
      assert.equal(status, 200, JSON.stringify(body));
      rows.push(...body.data);
      if (!body.has_more) return rows;
      cursor = `&cursor=${body.next_cursor}`;
    }
  };
  return {
    appointments: await read(LISTS.appointments),
    jobs: await read(LISTS.jobs),
    leads: await read(LISTS.leads),
    customers: await read(LISTS.customers),
    invoices: await read(LISTS.invoices),
    communications: await read(LISTS.communications),
    follow_ups: await read(LISTS.follow_ups),
    claims: await read(LISTS.claims),
  };
}

/** The rule in words: what of all lists is the user's own. */
function ownOf(all: Lists, { userId, name }: Technician): Lists {
  const isMine = ({ assigned_to }: Row) => assigned_to === userId;
  const visits = all.appointments.filter(isMine);
  const jobs = all.jobs.filter(
    (job) => isMine(job) || visits.some(({ job_id }) => job_id === job.job_id),
  );
  const jobIds = new Set(jobs.map(({ job_id }) => job_id));
  const assigned = [...visits, ...all.jobs.filter(isMine), ...all.leads.filter(isMine)];
  const numbers = new Set(assigned.map(({ lifecycle_number }) => lifecycle_number));
  for (let size = -1; size !== numbers.size; ) {
    size = numbers.size;
    for (const { lifecycle_number, merged_into } of all.leads) {
      const into = all.leads.find(({ lead_id }) => lead_id === merged_into);
      if (into && numbers.has(lifecycle_number)) numbers.add(into.lifecycle_number);
    }
  }
  const isOfContact = ({ lifecycle_number }: Row) => numbers.has(lifecycle_number);
  const isOfJob = ({ job_id }: Row) => jobIds.has(job_id);
  const next = (row: Row, isOfRow: (visit: Row) => boolean) => ({
    ...row,
    next_visit: nextOf(visits.filter(isOfRow), name),
  });
  return {
    appointments: visits,
    jobs: jobs.map((job) => next(job, ({ job_id }) => job_id === job.job_id)),
    leads: all.leads
      .filter(isOfContact)
      .map((lead) => next(lead, (visit) => visit.lifecycle_number === lead.lifecycle_number)),
    customers: all.customers.filter(isOfContact).map((customer) => {
      const ofCustomer = new Set([customer.lifecycle_numbers].flat());
      return next(customer, (visit) => ofCustomer.has(visit.lifecycle_number));
    }),
    invoices: all.invoices.filter(isOfJob),
    communications: all.communications.filter(isOfContact),
    follow_ups: all.follow_ups.filter(
      (one) => isMine(one) || (one.assigned_to === null && isOfContact(one)),
    ),
    claims: all.claims.filter(isOfJob),
  };
}

/** The first of these visits, as lists show it: no one else's visit is shown in its place. */
function nextOf(visits: readonly Row[], assignee_name: string) {
  const [first] = visits.toSorted(
    (a, b) => Date.parse(String(a.starts_at)) - Date.parse(String(b.starts_at)),
  );
  if (!first) return null;
  const { appointment_id, starts_at, ends_at, assigned_to } = first;
  return { appointment_id, starts_at, ends_at, assigned_to, assignee_name };
}

/** What happens to one contact; each number chooses one of the users, or none. */
const contact = fc.record({
  lead: fc.integer({ min: 0, max: 2 }),
  job: fc.option(fc.integer({ min: 0, max: 2 })),
  visits: fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.boolean()), { maxLength: 3 }),
  task: fc.option(fc.integer({ min: 0, max: 2 })),
  hasInvoice: fc.boolean(),
  hasClaim: fc.boolean(),
  hasNote: fc.boolean(),
  isMerged: fc.boolean(),
});
type Contact = typeof contact extends fc.Arbitrary<infer One> ? One : never;

/** In every office, so that no list is ever empty. */
const EVERYTHING: Contact = {
  lead: 0,
  job: 0,
  visits: [[0, true]],
  task: 0,
  hasInvoice: true,
  hasClaim: true,
  hasNote: true,
  isMerged: false,
};

const service = sharedService();

/** Creates everything of one contact, as the office. */
async function add(
  { api }: TestOrganization,
  users: readonly (string | null)[],
  plan: Contact,
  hour: () => string,
): Promise<void> {
  const userOf = (index: number) => users[index] ?? null;
  const lead = await created(api.post('/v1/leads', freshLead({ name: 'Casey' })));
  const { lead_id } = lead;
  await api.patch(`/v1/leads/${lead_id}`, { assigned_to: userOf(plan.lead) });
  let job_id: string | null = null;
  if (plan.job !== null) {
    const job = { lead_id, title: 'Repair', assigned_to: userOf(plan.job), warranty_months: 12 };
    job_id = (await created(api.post('/v1/jobs', job))).job_id;
  }
  for (const [user, isOfJob] of plan.visits) {
    const assigned_to = userOf(user);
    const target = isOfJob && job_id !== null ? { job_id } : { lead_id };
    const booking = { ...target, ...(assigned_to && { assigned_to }), starts_at: hour() };
    await created(api.post('/v1/appointments', { ...booking, duration_minutes: 30 }));
  }
  if (plan.task !== null) {
    const task = { lead_id, channel: 'task', body: 'x', delay: 'P1D' };
    await created(api.post('/v1/follow-ups', { ...task, assigned_to: userOf(plan.task) }));
  }
  if (plan.hasNote) {
    await created(api.post('/v1/communications', { lead_id, channel: 'note', body: 'x' }));
  }
  if (job_id !== null) await addToJob(api, job_id, plan);
  if (plan.isMerged) {
    const into = await created(api.post('/v1/leads', freshLead({ name: 'Casey' })));
    await api.post(`/v1/leads/${lead_id}/merge`, { into: into.lead_id });
  }
}

async function addToJob(api: ApiClient, job_id: string, plan: Contact): Promise<void> {
  if (plan.hasInvoice) {
    const lines = [{ description: 'x', quantity: 1, unit_amount: 1 }];
    await created(api.post('/v1/invoices', { job_id, currency: 'USD', lines }));
  }
  if (!plan.hasClaim) return;
  for (const step of ['start', 'complete', 'enroll-warranty']) {
    await api.post(`/v1/jobs/${job_id}/${step}`);
  }
  const claim = { description: 'It leaks.' };
  await created(api.post(`/v1/jobs/${job_id}/warranty-claims`, claim));
}

/** Every visit at another time, so that no one is in two places at once. */
function hours(): () => string {
  let next = Date.parse('2027-03-02T08:00:00-08:00');
  return () => {
    next += 3_600_000;
    return new Date(next).toISOString();
  };
}

describe('the lists of a technician', () => {
  it('are exactly the own part of the office’s lists, also after visits were reassigned', async () => {
    const plans = fc.array(contact, { minLength: 2, maxLength: 4 });
    const seen = Object.fromEntries(Object.keys(LISTS).map((name) => [name, 0]));
    await fc.assert(
      fc.asyncProperty(plans, fc.infiniteStream(fc.nat(2)), async (contacts, choices) => {
        const office = await service.newOrganization();
        const ana = await newTechnician(service, office, 'Ana Silva');
        const ben = await newTechnician(service, office, 'Ben Okafor');
        const users = [ana.userId, ben.userId, null];
        const hour = hours();
        for (const plan of [EVERYTHING, ...contacts]) await add(office, users, plan, hour);
        const count = await compare(office, [ana, ben]);
        for (const name of Object.keys(LISTS)) seen[name] = (seen[name] ?? 0) + (count[name] ?? 0);

        const { appointments, jobs } = await readLists(office.api);
        for (const { appointment_id, job_id } of [...appointments, ...jobs]) {
          const path = appointment_id ? `/v1/appointments/${appointment_id}` : `/v1/jobs/${job_id}`;
          const assigned_to = users[choices.next().value] ?? null;
          await office.api.patch(path, { assigned_to });
        }
        await compare(office, [ana, ben]);
      }),
      { numRuns: sized({ long: 3, nightly: 20 }) },
    );
    for (const [name, count] of Object.entries(seen)) {
      assert(count > 0, `no technician had ${name}, so this would prove nothing`);
    }
  });
});

/** Compares the lists of each technician with the own part of the office's; returns how many rows they have. */
async function compare(
  office: TestOrganization,
  technicians: readonly Technician[],
): Promise<Record<string, number>> {
  const all = await readLists(office.api);
  const count: Record<string, number> = {};
  for (const technician of technicians) {
    const own = await readLists(technician.api);
    const expected = ownOf(all, technician);
    assert.deepEqual(own, expected, `the lists of ${technician.name}`);
    for (const [list, rows] of Object.entries(own)) count[list] = (count[list] ?? 0) + rows.length;
  }
  return count;
}
