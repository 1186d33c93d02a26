import { mutation } from '../../platform/http/operation.ts';
import { findCustomer } from '../customers/index.ts';
import { ERASING, startErasure } from './start-erasure.ts';

export const eraseCustomer = mutation({
  id: 'eraseCustomer',
  method: 'POST',
  path: '/v1/customers/{id}/erase',
  tag: 'Privacy',
  resource: 'customer',
  ...ERASING,
  summary: 'Erase a customer',
  description:
    'Replaces everything that is known of the person by `[erased]`, in all records, messages, events and logs. Records, numbers, amounts and times stay. It cannot be undone. The event `person.erased` reports the end. Refused while an invoice is open or work is not finished.',
  async run(tx, { params }) {
    const { lead_id } = await findCustomer(tx, params.id);
    return startErasure(tx, lead_id);
  },
});
