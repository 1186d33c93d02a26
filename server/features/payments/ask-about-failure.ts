import type { Tx } from '../../platform/database/transaction.ts';
import { askPerson } from '../follow-ups/index.ts';
import type { InvoiceRow } from '../invoices/index.ts';
import type { FailureCode } from './checkout.ts';
import { PROVIDERS } from './provider.ts';
import type { ProviderRow } from './provider-queries.ts';

/**
 * A task for a person if the page of a customer could not be opened: once for the keys, once a day for an outage, and once
 * for each invoice that the provider does not take. The text is Liquid.
 */
export async function askAboutFailure(
  tx: Tx,
  { provider, invoice }: { provider: ProviderRow; invoice: InvoiceRow },
  { failure_code, failure }: { failure_code: FailureCode; failure: string },
): Promise<void> {
  const { payment_provider_id, updated_at, kind } = provider;
  const { name } = PROVIDERS[kind];
  const { invoice_id, job_id, number } = invoice;
  const about = `payment_provider:${payment_provider_id}:${failure_code}`;
  // The response can repeat what was sent.
  const said = failure.replaceAll(/[{}%]/g, '');
  const tasks: Record<FailureCode, { key: string; body: string } | null> = {
    keys_refused: {
      key: `${about}:${updated_at.getTime()}`,
      body: `Customers cannot pay online, the first for invoice ${number}: ${name} does not accept the keys of the payment provider. Replace them in the settings. ${said}`,
    },
    unavailable: {
      key: `${about}:${tx.now.toISOString().slice(0, 10)}`,
      body: `A customer could not pay invoice ${number} online, because ${name} could not be reached. Help the customer to pay in another way. ${said}`,
    },
    request_refused: {
      key: `${about}:${invoice_id}`,
      body: `The customer cannot pay invoice ${number} online, because ${name} refuses it. Help the customer to pay in another way. ${said}`,
    },
    // The bank refused the customer, who reads so on the page of the invoice.
    payment_failed: null,
  };
  const task = tasks[failure_code];
  if (task !== null) await askPerson(tx, job_id, task);
}
