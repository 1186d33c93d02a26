import type { Invoice, ReceivedPayment } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { mayI, useMe } from '../../session/session.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

const MAX_PAYMENTS = 200;

/** What was received for an invoice: also what does not fit it, and what is disputed. Nothing without the right to read it. */
export function useReceived({ invoice_id, lifecycle_number }: Invoice): readonly ReceivedPayment[] {
  const mayRead = mayI(useMe(), 'invoices:read');
  const { value } = useQuery<readonly ReceivedPayment[]>(`payments ${invoice_id}`, {
    load: async (signal) => {
      if (!mayRead) return [];
      const query = { invoice_id, limit: MAX_PAYMENTS };
      return api.payments.list(query, { signal }).toArray({ limit: MAX_PAYMENTS });
    },
    isAffectedBy: (event) =>
      ['payment', 'invoice'].includes(kindOf(event)) && event.lifecycle_number === lifecycle_number,
  });
  return value ?? [];
}
