import { Appointment } from '../calendar/index.ts';
import { customerEvents } from '../customers/index.ts';
import { Invoice } from '../invoices/index.ts';
import { Job } from '../jobs/index.ts';
import { Lead } from '../leads/index.ts';
import { VARIABLES } from '../messaging/index.ts';

const FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['event', new Set(['type', 'data', 'previous', 'actor', 'timestamp'])],
  ['lead', fieldNames(Lead)],
  ['customer', fieldNames(customerEvents.customerCreated.data)],
  ['job', fieldNames(Job)],
  ['appointment', fieldNames(Appointment)],
  ['invoice', fieldNames(Invoice)],
  ['estimate', new Set(VARIABLES.estimate)],
  ['property', new Set(VARIABLES.property)],
  ['links', new Set(VARIABLES.links)],
  ['organization', new Set(['organization_id', 'name', 'time_zone', 'country'])],
]);

/**
 * The variables of conditions and texts. `lead`, `customer` and so on are the resources as the API returns them, so a
 * misspelled field is found when the playbook is saved. `data`, `input` and nested fields are known only at run time.
 */
export function fieldsOf(root: string): ReadonlySet<string> | undefined {
  return FIELDS.get(root);
}

function fieldNames({ properties }: { properties: object }): Set<string> {
  return new Set(Object.keys(properties));
}
