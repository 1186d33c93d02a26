import { asObject } from './json.ts';
import type { Session } from './session.ts';

const READS: Record<string, string> = {
  lead: 'getLead',
  customer: 'getCustomer',
  appointment: 'getAppointment',
  estimate: 'getEstimate',
  job: 'getJob',
  invoice: 'getInvoice',
  follow_up: 'getFollowUp',
  playbook_run: 'getPlaybookRun',
  quarantine: 'getReceipt',
};

/** The record in words that a person recognizes, for a question: an id says nothing. */
export async function subjectOf(session: Session, kind: string, id: string): Promise<string> {
  const operation = READS[kind];
  if (operation === undefined || !session.may(operation)) return id;
  const record = asObject(await session.read(operation, { parameters: { id } }));
  const contact = asObject(record.contact);
  const words = [
    ...[
      record.name,
      record.customer_name,
      contact.name,
      record.contact_name,
      record.title,
      record.number,
    ],
    ...[record.playbook_name, record.body, record.phone ?? contact.phone, record.email],
    ...[record.starts_at, record.lifecycle_number],
  ];
  return [...words.filter((word) => typeof word === 'string'), id].join(', ');
}

interface Contact {
  lead_id?: string | undefined;
  customer_id?: string | undefined;
  lifecycle_number?: string | undefined;
}

export async function contactOf(session: Session, contact: Contact): Promise<string> {
  const { lead_id, customer_id, lifecycle_number } = contact;
  if (lead_id !== undefined) return subjectOf(session, 'lead', lead_id);
  if (customer_id !== undefined) return subjectOf(session, 'customer', customer_id);
  return lifecycle_number ?? 'no one';
}
