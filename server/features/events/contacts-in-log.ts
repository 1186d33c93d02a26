import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';

export interface LoggedContact {
  name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
}

const selectContacts = statement(
  'select_contacts_in_log',
  `select distinct d.contact->>'name' as name, d.contact->>'phone' as phone, d.contact->>'email' as email,
          d.contact->>'address' as address
   from events e
   cross join lateral (values (e.data), (e.previous)) as d (contact)
   where e.organization_id = $1 and e.lifecycle_number = any ($2)
     and (e.type like 'lead.%' or e.type like 'customer.%') and d.contact is not null`,
);

/** The contact details that the log has for these lifecycle numbers, including earlier ones. */
export function contactsInLog(
  tx: Tx,
  lifecycleNumbers: readonly string[],
): Promise<LoggedContact[]> {
  return tx.query(selectContacts, [tx.organizationId, lifecycleNumbers]);
}
