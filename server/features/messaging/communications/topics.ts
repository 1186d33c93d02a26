import { writtenAmount } from '../../../domain/currencies.ts';
import { toPublicId, toUuid } from '../../../domain/ids.ts';
import { localTime } from '../../../domain/local-time.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../../platform/errors.ts';
import { readMergedLifecycles } from '../../leads/index.ts';
import { addressWithoutKey, type LinkTarget } from '../../links/index.ts';
import { findPropertyOrNull, oneLine, type PropertyRow } from '../../properties/index.ts';
import type { TemplateData } from '../templates/variables.ts';

/** Ids of the appointment, job and invoice of a message. Undefined: use the current one. Null: the given id is not valid. */
export interface About {
  appointment_id?: TopicId;
  job_id?: TopicId;
  invoice_id?: TopicId;
}

type TopicId = string | null | undefined;

/** Where links lead, and whose they are. */
export interface LinksFor {
  baseUrl: string;
  lifecycleNumber: string;
}

export type Topics = Pick<
  TemplateData,
  'appointment' | 'job' | 'invoice' | 'estimate' | 'property'
>;

/**
 * The appointment, job and invoice for the variables of a template: the given ones, or the next appointment (the
 * last one if none is upcoming), the newest job that is not canceled and the newest invoice that is not a draft or
 * void. All must have the contact's lifecycle number, or one that was merged with it. Estimate and property are read only if
 * the text may use them.
 */
export async function findTopics(
  tx: Tx,
  leadId: string,
  about: About,
  text: string,
): Promise<Topics> {
  const members = await readMergedLifecycles(tx, leadId);
  const numbers = members.map((member) => member.lifecycle_number);
  const [appointment, job, invoice, estimate] = await Promise.all([
    findAppointment(tx, numbers, about.appointment_id),
    findJob(tx, numbers, about.job_id),
    findInvoice(tx, numbers, about.invoice_id),
    /\bestimate\b/.test(text) ? findEstimate(tx, numbers) : null,
  ]);
  const missing = [
    ...notOfContact('appointment', about.appointment_id, appointment),
    ...notOfContact('job', about.job_id, job),
    ...notOfContact('invoice', about.invoice_id, invoice),
  ];
  if (missing.length > 0) throw validationFailed(missing);
  const propertyId = appointment?.property_id ?? job?.property_id ?? null;
  const property = /\bproperty\b/.test(text) ? await findPlace(tx, numbers, propertyId) : null;
  return {
    ...(appointment && { appointment }),
    ...(job && { job }),
    ...(invoice && { invoice }),
    ...(estimate && { estimate }),
    ...(property && { property }),
  };
}

interface EstimateTopic {
  estimate_id: string;
  number: string;
  title: string;
  status: string;
  currency: string;
  total: number;
  valid_until: string;
}

const selectEstimate = statement(
  'select_estimate_of_message',
  `select estimate_id, number, title, status, currency, expires_on::text as valid_until,
          coalesce(accepted_amount, (
            select (o.option->>'total')::bigint from jsonb_array_elements(options) with ordinality as o (option, place)
            order by (o.option->>'recommended')::boolean desc, o.place limit 1)) as total
   from estimates
   where organization_id = $1 and lifecycle_number = any ($2)
     and status not in ('draft', 'superseded', 'declined', 'expired')
   order by estimate_id desc limit 1`,
);

/** The newest that the contact has got and can still use. Its total is what was accepted, or of the option that is recommended. */
async function findEstimate(tx: Tx, numbers: string[]) {
  const [row] = await tx.query<EstimateTopic>(selectEstimate, [tx.organizationId, numbers]);
  if (!row) return null;
  return {
    ...row,
    estimate_id: toPublicId('estimate', row.estimate_id),
    total_text: writtenAmount(row.total, row.currency),
  };
}

const selectProperty = statement(
  'select_property_of_message',
  `select property_id, address from properties
   where organization_id = $1 and lifecycle_number = any ($2)
   order by property_id desc limit 1`,
);

/** Where the appointment or the job is; otherwise the newest place of the contact. */
async function findPlace(tx: Tx, numbers: string[], id: string | null) {
  type Place = Pick<PropertyRow, 'property_id' | 'address'>;
  const values = [tx.organizationId, numbers];
  const row =
    id === null
      ? (await tx.query<Place>(selectProperty, values))[0]
      : await findPropertyOrNull(tx, id);
  if (!row) return null;
  const { line1, city, postal_code } = row.address;
  const property_id = toPublicId('property', row.property_id);
  return { property_id, address: oneLine(row.address), line1, city, postal_code };
}

/** The links that a template can have: to its appointment and invoice, and to the newest estimate. */
export async function findLinks(
  tx: Tx,
  leadId: string,
  { appointment, invoice, estimate: read }: Topics,
  { baseUrl, lifecycleNumber }: LinksFor,
): Promise<{ links: Record<string, string>; targets: LinkTarget[] }> {
  const members = await readMergedLifecycles(tx, leadId);
  const numbers = members.map((member) => member.lifecycle_number);
  const estimate = read ?? (await findEstimate(tx, numbers));
  const found = [
    ['visit', uuidOf('appointment', appointment?.appointment_id)],
    ['estimate', uuidOf('estimate', estimate?.estimate_id)],
    ['invoice', uuidOf('invoice', invoice?.invoice_id)],
  ] as const;
  const targets = found.flatMap(([purpose, target_id]): LinkTarget[] =>
    target_id === null ? [] : [{ purpose, target_id, lifecycle_number: lifecycleNumber }],
  );
  const links = targets.map((target) => [target.purpose, addressWithoutKey(baseUrl, target)]);
  return { links: Object.fromEntries(links), targets };
}

function uuidOf(kind: 'appointment' | 'estimate' | 'invoice', publicId: unknown): string | null {
  return typeof publicId === 'string' ? toUuid(kind, publicId) : null;
}

function notOfContact(what: string, id: TopicId, found: object | null): FieldError[] {
  if (id === undefined || found !== null) return [];
  const detail = `The field ${what}_id must be the id of the contact’s own ${what}.`;
  return [{ pointer: `/${what}_id`, code: `unknown_${what}`, detail }];
}

interface AppointmentTopic {
  appointment_id: string;
  type: string;
  status: string;
  starts_at: Date;
  ends_at: Date;
  address: string | null;
  assignee_name: string | null;
  arrival_starts_at: Date | null;
  arrival_ends_at: Date | null;
  eta_minutes: number | null;
  eta_at: Date | null;
  time_zone: string;
  property_id: string | null;
}

const selectAppointment = statement(
  'select_appointment_of_message',
  `select a.appointment_id, a.type, a.status, a.starts_at, a.ends_at, a.location->>'address' as address,
          u.name as assignee_name, a.arrival_starts_at, a.arrival_ends_at, a.eta_minutes, a.eta_at, coalesce(u.time_zone, o.time_zone) as time_zone,
          a.property_id
   from appointments a
   join organizations o on o.organization_id = $1
   left join users u on u.organization_id = $1 and u.user_id = a.assigned_to
   where a.organization_id = $1 and a.lifecycle_number = any ($2)
     and case when $3 then a.appointment_id = $4 else a.status not in ('held', 'canceled', 'no_show') end
   order by a.ends_at < $5, abs(extract(epoch from a.starts_at - $5)) limit 1`,
);

async function findAppointment(tx: Tx, numbers: string[], id: TopicId) {
  const values = [tx.organizationId, numbers, id !== undefined, id ?? null];
  const [row] = await tx.query<AppointmentTopic>(selectAppointment, [...values, tx.now]);
  if (!row) return null;
  return {
    ...row,
    appointment_id: toPublicId('appointment', row.appointment_id),
    // With the local UTC offset, so that the `date` filter prints local time.
    starts_at: localTime(row.starts_at, row.time_zone),
    ends_at: localTime(row.ends_at, row.time_zone),
    arrival_window_starts_at: localTimeOrNull(row.arrival_starts_at, row.time_zone),
    arrival_window_ends_at: localTimeOrNull(row.arrival_ends_at, row.time_zone),
    eta_at: localTimeOrNull(row.eta_at, row.time_zone),
    duration_minutes: (row.ends_at.getTime() - row.starts_at.getTime()) / 60_000,
  };
}

function localTimeOrNull(at: Date | null, timeZone: string): string | null {
  return at === null ? null : localTime(at, timeZone);
}

const selectJob = statement(
  'select_job_of_message',
  `select job_id, title, service, status, property_id from jobs
   where organization_id = $1 and lifecycle_number = any ($2)
     and case when $3 then job_id = $4 else status <> 'canceled' end
   order by job_id desc limit 1`,
);

async function findJob(tx: Tx, numbers: string[], id: TopicId) {
  const values = [tx.organizationId, numbers, id !== undefined, id ?? null];
  const [row] = await tx.query<{ job_id: string; property_id: string | null }>(selectJob, values);
  return row ? { ...row, job_id: toPublicId('job', row.job_id) } : null;
}

interface InvoiceTopic {
  invoice_id: string;
  number: string;
  status: string;
  currency: string;
  total: number;
  paid: number;
  due_on: string;
}

const selectInvoice = statement(
  'select_invoice_of_message',
  `select invoice_id, number, status, currency, total, paid, due_on::text as due_on from invoices
   where organization_id = $1 and lifecycle_number = any ($2)
     and case when $3 then invoice_id = $4 else status not in ('draft', 'void') end
   order by invoice_id desc limit 1`,
);

async function findInvoice(tx: Tx, numbers: string[], id: TopicId) {
  const values = [tx.organizationId, numbers, id !== undefined, id ?? null];
  const [row] = await tx.query<InvoiceTopic>(selectInvoice, values);
  if (!row) return null;
  const balance = row.total - row.paid;
  return {
    ...row,
    invoice_id: toPublicId('invoice', row.invoice_id),
    balance,
    total_text: writtenAmount(row.total, row.currency),
    balance_text: writtenAmount(balance, row.currency),
  };
}
