import type { Static } from 'typebox';
import type { Tx } from '../../platform/database/transaction.ts';
import type { EventCatalog } from '../../platform/events/event-catalog.ts';
import { listAppointmentRows } from '../appointments/index.ts';
import { toAppointment } from '../calendar/index.ts';
import type { Customer } from '../customers/index.ts';
import { listEquipmentRows, toEquipment } from '../equipment/index.ts';
import { listEstimateRows, signedOf, toEstimate } from '../estimates/index.ts';
import { listEventRowsOfLifecycles } from '../events/index.ts';
import { listFollowUpRows, toFollowUp } from '../follow-ups/index.ts';
import {
  findToday,
  listInvoiceRows,
  listPayments,
  toInvoice,
  toPayment,
} from '../invoices/index.ts';
import {
  listAttachmentRows,
  listClaimRows,
  listJobRows,
  listNoteRows,
  toAttachment,
  toClaim,
  toJob,
  toNote,
} from '../jobs/index.ts';
import type { Lead } from '../leads/index.ts';
import {
  listCommunicationRows,
  listOptOutRows,
  toCommunication,
  toOptOut,
} from '../messaging/index.ts';
import { listPropertyRows, toProperty } from '../properties/index.ts';
import { listReceiptRowsOfLead, toReceipt } from '../sources/index.ts';
import type { FilledSections, Section } from './filled-sections.ts';

/** The lists in a person's document. Each reads one page after a position, and says where the next one starts. */

export interface Person {
  leadIds: string[];
  numbers: string[];
  leads: Static<typeof Lead>[];
  customers: Static<typeof Customer>[];
  filled: FilledSections;
  eventTypes: EventCatalog;
}

export interface Page {
  items: unknown[];
  /** Where the next page starts; null after the last one. */
  next: unknown;
}

type ReadPage = (tx: Tx, person: Person, after: unknown) => Promise<Page>;

const ROWS = 200;
/** Invoices have up to 500 lines and 1,000 payments each; jobs have all their notes. */
const LARGE_ROWS = 10;
/** A person rarely has more. */
const NUMBERS_AT_ONCE = 20;

interface Position<After> {
  /** Which lifecycle number or lead is read. */
  at: number;
  after: After | null;
}

/** Reads the rows of the numbers in their order, those of several numbers in one round trip. */
function perNumber<Row, After>(
  section: Section,
  keysOf: (person: Person) => readonly string[],
  limit: number,
  list: (tx: Tx, key: string, after: After | null, limit: number) => Promise<Row[]>,
  positionOf: (row: Row) => After,
  toItem: (tx: Tx, row: Row) => unknown,
): ReadPage {
  return async (tx, person, position) => {
    // The document passes back what the page before returned.
    const { at, after } = (position ?? { at: 0, after: null }) as Position<After>;
    const filled = person.filled.get(section);
    const keys = keysOf(person).filter((key) => filled?.has(key));
    const lists = await Promise.all(
      keys
        .slice(at, at + NUMBERS_AT_ONCE)
        .map((key, place) => list(tx, key, place === 0 ? after : null, limit)),
    );
    // Those after a number that has more rows are read again.
    const full = lists.findIndex((rows) => rows.length === limit);
    const complete = full < 0 ? lists : lists.slice(0, full + 1);
    const items = await Promise.all(complete.flat().map((row) => toItem(tx, row)));
    const last = lists[full]?.at(-1);
    const next: Position<After> =
      last === undefined
        ? { at: at + lists.length, after: null }
        : { at: at + full, after: positionOf(last) };
    return { items, next: next.at < keys.length ? next : null };
  };
}

const numbers = (person: Person) => person.numbers;

const NO_FILTER = { statuses: null, customerId: null, assignedTo: null, crew: null };

const appointments = perNumber(
  'appointments',
  numbers,
  ROWS,
  (tx, lifecycleNumber, after: { startsAt: Date; id: string } | null, limit) => {
    const none = {
      from: null,
      to: null,
      teamId: null,
      unassigned: null,
      jobId: null,
      reviewed: null,
    };
    return listAppointmentRows(tx, { ...NO_FILTER, ...none, lifecycleNumber }, after, limit);
  },
  (row) => ({ startsAt: row.starts_at, id: row.appointment_id }),
  (tx, row) => toAppointment(row, tx.now),
);

const properties = perNumber(
  'properties',
  numbers,
  ROWS,
  (tx, number, before: string | null, limit) => {
    const filters = { leads: null, postal: null, number };
    return listPropertyRows(tx, { filters, statuses: null, before, limit });
  },
  (row) => row.property_id,
  (_tx, row) => toProperty(row),
);

const equipment = perNumber(
  'equipment',
  numbers,
  ROWS,
  async (tx, number, before: string | null, limit) => {
    const filters = { property: null, leads: null, number };
    const today = await findToday(tx);
    const rows = await listEquipmentRows(tx, { filters, statuses: null, before, limit });
    return rows.map((row) => ({ row, today }));
  },
  ({ row }) => row.equipment_id,
  (_tx, { row, today }) => toEquipment(row, today),
);

const jobs = perNumber(
  'jobs',
  numbers,
  LARGE_ROWS,
  (tx, lifecycleNumber, before: string | null, limit) =>
    listJobRows(tx, { ...NO_FILTER, search: null, lifecycleNumber }, before, limit),
  (row) => row.job_id,
  async (tx, row) => ({
    ...toJob(row),
    notes: (await allOf(tx, row.job_id, listNoteRows, (note) => note.note_id)).map(toNote),
    attachments: (
      await allOf(tx, row.job_id, listAttachmentRows, (file) => file.attachment_id)
    ).map(toAttachment),
    warranty_claims: (await allOf(tx, row.job_id, listClaimRows, (claim) => claim.claim_id)).map(
      toClaim,
    ),
  }),
);

/** All records of one job, which are few: they are written by people. */
async function allOf<Row>(
  tx: Tx,
  jobId: string,
  list: (tx: Tx, jobId: string, before: string | null, limit: number) => Promise<Row[]>,
  idOf: (row: Row) => string,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let before: string | null = null; ; ) {
    const rows: Row[] = await list(tx, jobId, before, ROWS);
    all.push(...rows);
    const last = rows.at(-1);
    if (rows.length < ROWS || last === undefined) return all;
    before = idOf(last);
  }
}

const invoices = perNumber(
  'invoices',
  numbers,
  LARGE_ROWS,
  async (tx, lifecycleNumber, before: string | null, limit) => {
    const filters = { ...NO_FILTER, overdue: null, jobId: null, lifecycleNumber, number: null };
    const today = await findToday(tx);
    const rows = await listInvoiceRows(tx, filters, today, before, limit);
    return rows.map((row) => ({ row, today }));
  },
  ({ row }) => row.invoice_id,
  async (tx, { row, today }) => ({
    ...toInvoice(row, today),
    payments: (await listPayments(tx, row.invoice_id)).map(toPayment),
  }),
);

const estimates = perNumber(
  'estimates',
  numbers,
  LARGE_ROWS,
  async (tx, lifecycleNumber, before: string | null, limit) => {
    const none = { statuses: null, leadId: null, customerId: null, number: null };
    const today = await findToday(tx);
    const rows = await listEstimateRows(tx, { ...none, lifecycleNumber }, before, limit);
    return rows.map((row) => ({ row, today }));
  },
  ({ row }) => row.estimate_id,
  async (tx, { row, today }) => ({
    ...toEstimate(row, today),
    signed: await signedOf(tx, row.estimate_id),
  }),
);

const communications = perNumber(
  'communications',
  numbers,
  ROWS,
  (tx, lifecycleNumber, before: string | null, limit) => {
    const filters = { lifecycleNumber, channel: null, direction: null, status: null };
    return listCommunicationRows(tx, filters, before, limit);
  },
  (row) => row.communication_id,
  (_tx, row) => toCommunication(row),
);

const followUps = perNumber(
  'follow_ups',
  (person) => person.leadIds,
  ROWS,
  (tx, leadId, after: { dueAt: Date; followUpId: string } | null, limit) => {
    const due = { dueFrom: null, dueBefore: null, channels: null, jobId: null };
    const filters = { statuses: null, assignedTo: null, ...due, leadId };
    return listFollowUpRows(tx, filters, 'soonest', after, limit);
  },
  (row) => ({ dueAt: row.due_at, followUpId: row.follow_up_id }),
  (_tx, row) => toFollowUp(row),
);

const optOuts = perNumber(
  'opt_outs',
  numbers,
  ROWS,
  (tx, lifecycleNumber, before: string | null, limit) => {
    const filters = { lifecycleNumber, addresses: null, channel: null, standing: null };
    return listOptOutRows(tx, filters, before, limit);
  },
  (row) => row.opt_out_id,
  (_tx, row) => toOptOut(row),
);

const receipts = perNumber(
  'receipts',
  (person) => person.leadIds,
  LARGE_ROWS,
  (tx, leadId, before: string | null, limit) => listReceiptRowsOfLead(tx, leadId, before, limit),
  (row) => row.receipt_id,
  (_tx, row) => toReceipt(row),
);

/** What happened, in one line each. */
const history: ReadPage = async (tx, { numbers: lifecycleNumbers, eventTypes }, after) => {
  const position = typeof after === 'number' ? after : 0;
  const options = {
    order: 'oldest' as const,
    after: position,
    limit: ROWS,
    lifecycleNumbers,
    types: null,
  };
  const rows = await listEventRowsOfLifecycles(tx, options);
  const items = rows.map((row) => ({
    at: row.occurred_at.toISOString(),
    type: row.type,
    lifecycle_number: row.lifecycle_number,
    summary: eventTypes.summarize(row),
  }));
  return { items, next: rows.length === ROWS ? (rows.at(-1)?.seq ?? null) : null };
};

export const SECTIONS: Record<Section | 'history', ReadPage> = {
  properties,
  equipment,
  appointments,
  jobs,
  invoices,
  estimates,
  communications,
  opt_outs: optOuts,
  follow_ups: followUps,
  receipts,
  history,
};
