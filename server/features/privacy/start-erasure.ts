import type { Tx } from '../../platform/database/transaction.ts';
import { conflict } from '../../platform/errors.ts';
import { pendingEvent } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { requireSecrets } from '../../platform/secrets.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { openAppointmentIds } from '../calendar/index.ts';
import { isImporting } from '../imports/index.ts';
import { openInvoiceNumbers } from '../invoices/index.ts';
import { openJobIds } from '../jobs/index.ts';
import { revokeLinksOf } from '../links/index.ts';
import { erasePerson } from './erase-person.task.ts';
import {
  closePerson,
  customerIdsOf,
  type ErasureRow,
  findErasure,
  insertErasure,
  lockLeadsOfPerson,
  type PersonLead,
  toErasure,
} from './erasure-queries.ts';
import { personErasureRequested } from './events.ts';
import { Erasure } from './schemas.ts';

/** What both operations that erase a person have in common. */
export const ERASING = {
  scopes: ['privacy:write'],
  responses: {
    202: { description: 'The erasure, which runs in the background.', body: Erasure },
    200: { description: 'The erasure, if the person was erased before.', body: Erasure },
  },
  problems: ['invoice_open', 'work_open', 'import_running', 'secret_key_missing'],
  effect: 'destructive',
} as const;

/**
 * Closes the person of the lead and queues the erasure. The leads are locked first, so that no invoice or appointment
 * can be created between the check and the commit.
 */
export async function startErasure(tx: Tx, leadId: string) {
  // The key of the service protects the addresses of people who opted out.
  requireSecrets(tx.secrets);
  const leads = await lockLeadsOfPerson(tx, leadId);
  const before = leads.find((lead) => lead.lead_id === leadId)?.erasure_id ?? null;
  if (before !== null) {
    const body = toErasure(await findErasure(tx, before));
    return body.status === 'completed'
      ? ({ status: 200, body } as const)
      : ({ status: 202, body } as const);
  }
  const open = leads.filter((lead) => lead.erasure_id === null);
  const customerIds = await customerIdsOf(
    tx,
    open.map((lead) => lead.lead_id),
  );
  const row = newErasure(tx, leadId, open, customerIds);
  await assertSettled(tx, row.lifecycle_numbers);
  insertErasure(tx, row);
  closePerson(tx, row);
  await revokeLinksOf(tx, row.lifecycle_numbers);
  enqueue(tx, erasePerson, { erasure_id: row.erasure_id });
  const body = toErasure(row);
  tx.emit(body.lifecycle_number, pendingEvent(personErasureRequested, body));
  return { status: 202, body } as const;
}

function newErasure(
  tx: Tx,
  leadId: string,
  leads: readonly PersonLead[],
  customerIds: string[],
): ErasureRow {
  // The number that the caller knows comes first.
  const own = leads.filter((lead) => lead.lead_id === leadId);
  const sorted = [...own, ...leads.filter((lead) => lead.lead_id !== leadId)];
  return {
    erasure_id: newUuid(),
    status: 'running',
    lead_ids: sorted.map((lead) => lead.lead_id),
    customer_ids: customerIds,
    lifecycle_numbers: sorted.map((lead) => lead.lifecycle_number),
    requested_by: tx.actor,
    phase: 'collect',
    search: null,
    counts: {},
    completed_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
}

/** Refuses while something is owed or still to be done: it could not be finished without the person's details. */
async function assertSettled(tx: Tx, numbers: readonly string[]): Promise<void> {
  const [invoices, appointments, jobs, importing] = await Promise.all([
    openInvoiceNumbers(tx, numbers),
    openAppointmentIds(tx, numbers),
    openJobIds(tx, numbers),
    isImporting(tx),
  ]);
  if (invoices.length > 0) {
    throw conflict(
      'invoice_open',
      `The person has open invoices: ${invoices.join(', ')}. Wait until they are paid, or void them, then erase the person.`,
      { invoices },
    );
  }
  if (appointments.length > 0 || jobs.length > 0) {
    throw conflict(
      'work_open',
      'The person has appointments, jobs or warranty claims that are not finished. Complete or cancel them, then erase the person.',
      { appointments, jobs },
    );
  }
  if (importing) {
    throw conflict(
      'import_running',
      'A file of leads is being imported, and it could contain the person. Erase the person when the import has ended.',
    );
  }
}
