import { Appointment } from '../calendar/index.ts';
import { customerEvents } from '../customers/index.ts';
import { Invoice } from '../invoices/index.ts';
import { Job } from '../jobs/index.ts';
import { Lead } from '../leads/index.ts';

const FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['event', new Set(['type', 'data', 'previous', 'actor', 'timestamp'])],
  ['lead', fieldNames(Lead)],
  ['customer', fieldNames(customerEvents.customerCreated.data)],
  ['job', fieldNames(Job)],
  ['appointment', fieldNames(Appointment)],
  ['invoice', fieldNames(Invoice)],
  ['organization', new Set(['organization_id', 'name', 'time_zone', 'country'])],
]);

/**
 * What conditions and texts may name. `lead`, `customer` and so on are the resources as the API returns them,
 * so a field that is misspelt is found when the playbook is saved. `data`, `input` and what is deeper is known
 * only when it runs.
 */
export function fieldsOf(root: string): ReadonlySet<string> | undefined {
  return FIELDS.get(root);
}

function fieldNames({ properties }: { properties: object }): Set<string> {
  return new Set(Object.keys(properties));
}
