import { Appointment } from '../calendar/index.ts';
import { customerEvents } from '../customers/index.ts';
import { Invoice } from '../invoices/index.ts';
import { Job } from '../jobs/index.ts';
import { Lead } from '../leads/index.ts';

/**
 * What conditions and texts may name. `lead`, `customer` and so on are the resources as the interface
 * answers them, so a field that is misspelt is found when the playbook is saved. `data`, `input` and what
 * is deeper is known only when it runs.
 */
export function fieldsOf(root: string): ReadonlySet<string> | undefined {
  known ??= namedFields();
  return known[root];
}

let known: Record<string, ReadonlySet<string>> | null = null;

/** Worked out when it is first asked: the features that name each other are all there by then. */
function namedFields(): Record<string, ReadonlySet<string>> {
  return {
    event: new Set(['type', 'data', 'previous', 'actor', 'timestamp']),
    lead: new Set(Object.keys(Lead.properties)),
    customer: new Set(Object.keys(customerEvents.customerCreated.data.properties)),
    job: new Set(Object.keys(Job.properties)),
    appointment: new Set(Object.keys(Appointment.properties)),
    invoice: new Set(Object.keys(Invoice.properties)),
    organization: new Set(['organization_id', 'name', 'time_zone', 'country']),
  };
}
