import { z } from 'zod';
import { structuredAnswer } from '../answers.ts';
import { Refused } from '../api.ts';
import { brief } from '../compact.ts';
import { asList, asObject } from '../json.ts';
import type { Session } from '../session.ts';
import { tool } from '../tool.ts';
import { choice, integer, optional } from './fields.ts';

/** What can be listed, and by which operation. */
const KINDS: Record<string, string> = {
  lead: 'listLeads',
  customer: 'listCustomers',
  appointment: 'listAppointments',
  estimate: 'listEstimates',
  job: 'listJobs',
  invoice: 'listInvoices',
  payment: 'listPayments',
  service: 'listServices',
  property: 'listProperties',
  equipment: 'listEquipment',
  follow_up: 'listFollowUps',
  communication: 'listCommunications',
  user: 'listUsers',
  team: 'listTeams',
  event: 'listEvents',
  warranty_claim: 'listWarrantyClaims',
  playbook: 'listPlaybooks',
  playbook_run: 'listPlaybookRuns',
  source: 'listSources',
  quarantine: 'listQuarantine',
};
const DEFAULT_LIMIT = 20;

export const findRecords = tool({
  name: 'find_records',
  title: 'Find records',
  description:
    'Finds leads and customers by text, or lists one kind. Brief rows, newest first; get_lifecycle has the details.',
  kind: 'read',
  operations: Object.values(KINDS),
  input: (session) =>
    z.strictObject({
      q: optional('Name, phone, email or lifecycle number.'),
      kind: choice(kindsFor(session), 'Without it: leads and customers.').optional(),
      status: optional('One or more, separated by commas.'),
      assigned_to: optional('User id.'),
      lifecycle_number: optional('Only under this number.'),
      from: optional('Appointments: from this time (RFC 3339).'),
      to: optional('Appointments: before this time.'),
      after_seq: integer('Events: after this seq.'),
      filters: z
        .record(z.string(), z.unknown())
        .describe('Others, such as {"overdue":true} for invoices.')
        .optional(),
      limit: z.int().min(1).max(50).describe('Default 20.').optional(),
      cursor: optional('next_cursor of the previous page; needs kind.'),
    }),
  output: z.object({
    results: z.array(
      z.object({
        kind: z.string(),
        rows: z.array(z.looseObject({})),
        next_cursor: z.string().nullable(),
      }),
    ),
  }),
  async run({ kind, after_seq, filters, limit = DEFAULT_LIMIT, ...rest }, { session }) {
    if (kind === undefined && rest.cursor !== undefined) {
      throw new Refused('kind_missing', 'A cursor belongs to one list. Send its kind, too.');
    }
    const parameters = { ...rest, after: after_seq, ...filters, limit };
    const kinds = kind === undefined ? ['lead', 'customer'] : [kind];
    const usable = kinds.filter((one) => kindsFor(session).includes(one));
    const results = await Promise.all(usable.map((one) => list(session, one, parameters)));
    return structuredAnswer({ results });
  },
});

function kindsFor(session: Session): string[] {
  return Object.entries(KINDS)
    .filter(([, operation]) => session.may(operation))
    .map(([kind]) => kind);
}

async function list(session: Session, kind: string, parameters: Record<string, unknown>) {
  const operation = session.catalog.get(KINDS[kind] ?? '');
  const page = asObject((await session.send(operation, { parameters })).body);
  return {
    kind,
    rows: asList(page.data).map(brief),
    next_cursor: typeof page.next_cursor === 'string' ? page.next_cursor : null,
  };
}
