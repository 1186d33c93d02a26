import type { Invoice } from '../../../packages/sdk/src/index.ts';
import { wordFor } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';

const LOOKS: Readonly<Record<string, BadgeLook>> = {
  sent: 'accent',
  partially_paid: 'accent',
  paid: 'ok',
  overdue: 'danger',
};

/** Overdue is more than a status: it is what to do something about. */
export function InvoiceBadge({ invoice }: { invoice: Pick<Invoice, 'status' | 'is_overdue'> }) {
  const state = invoice.is_overdue ? 'overdue' : invoice.status;
  return <Badge look={LOOKS[state] ?? 'plain'}>{wordFor(text.words.invoiceStatus, state)}</Badge>;
}
