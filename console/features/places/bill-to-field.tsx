import { useEffect, useState } from 'react';
import type { Customer } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { inSession } from '../../session/in-session.ts';
import * as text from '../../text/en.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { payerName } from './names.ts';

const WAIT_MS = 120;
const MIN_LENGTH = 2;
const MAX_FOUND = 10;

/** The customer who pays for work in a place: found by typing, or the person whose place it is. */
export function BillToField({
  payerId,
  payer,
  error,
}: {
  payerId: string | null;
  /** Null also if it is not known to the user. */
  payer: Customer | null;
  error: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const found = useCustomers(typed.trim());
  const known = payer === null ? [] : [payer];
  const others = found.filter(({ customer_id }) => customer_id !== payer?.customer_id);
  return (
    <Combobox
      label={text.places.billTo}
      hint={text.places.billToHint}
      name="bill_to_customer_id"
      error={error}
      defaultValue={payerId ?? ''}
      options={[
        { value: '', label: text.places.billToOwner },
        // The service finds more than names, so all that it finds are shown.
        ...[...known, ...others].map((one) => ({
          value: one.customer_id,
          label: `${payerName(one)}, ${one.lifecycle_number}`,
          words: typed,
        })),
      ]}
      onType={setTyped}
    />
  );
}

/** What the service finds, a moment after the last letter. What was found before stays until then, as it may be chosen. */
function useCustomers(q: string): readonly Customer[] {
  const [found, setFound] = useState<readonly Customer[]>([]);
  useEffect(() => {
    if (q.length < MIN_LENGTH) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = { q, limit: MAX_FOUND };
      inSession(() =>
        api.customers.list(query, { signal: abort.signal }).toArray({ limit: MAX_FOUND }),
      ).then(setFound, () => {});
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q]);
  return found;
}
